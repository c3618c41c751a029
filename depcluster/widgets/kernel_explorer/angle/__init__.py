"""The explorer's second method: Jenssen 2006, clustering by angles."""
