"""The explorer's panel of criteria: how each paper would choose the width."""
