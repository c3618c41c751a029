"""A taxonomy explorer of faces, and where its parts are."""

CELLS = [
    "import numpy as np\n"
    "from depcluster.datasets import make_faces\n"
    "from depcluster.widgets import TaxonomyExplorer\n"
    "faces, person, expression = make_faces(45)\n"
    "looks = np.array(['neutral', 'happy', 'shocked'])[expression]\n"
    "y = np.array([f'person {p}, {look}' for p, look in zip(person, looks)])\n"
    "explorer = TaxonomyExplorer(faces.reshape(45, -1), faces, 9, y=y)\n"
    "explorer",
]
TREE, MEMBERS = ".dc .picture.tree", ".dc [data-panel=members]"
CLASSES = ".dc [data-panel=classes]"


def leaf(notebook, k, where=".picture.tree"):
    return notebook.page.locator(f'.dc {where} [data-leaf="{k}"]')
