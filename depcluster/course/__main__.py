"""The command ``python -m depcluster.course``."""

from .assignments import main

raise SystemExit(main())
