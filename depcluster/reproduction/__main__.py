"""``python -m depcluster.reproduction``: see `command`."""

from .command import main

raise SystemExit(main())
