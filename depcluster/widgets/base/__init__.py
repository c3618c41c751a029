"""What all widgets share: the base class, traits, the look, parts of front ends.

`widget` has the class and joins scripts and styles.
"""
