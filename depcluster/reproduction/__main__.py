"""``python -m depcluster.reproduction``: gather the claims of the notebooks."""

from .ledger import main

raise SystemExit(main())
