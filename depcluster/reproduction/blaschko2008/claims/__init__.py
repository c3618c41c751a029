"""Claims: of the objective, of trees, of the faces, of the texts, of the number of clusters."""
