"""The command ``python -m depcluster.exercises``."""

from .notebooks import main

raise SystemExit(main())
