"""The explorer's first method: Song 2007, clustering by a label kernel."""
