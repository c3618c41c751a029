"""The pieces of the gallery, put together by `build_gallery.py` beside this folder."""
