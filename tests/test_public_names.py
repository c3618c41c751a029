"""What users import: these names, from these places."""

import importlib
import inspect

import pytest

PUBLIC = {
    "depcluster": """
        AngleResult AngleSpectralClustering CLUHSIC CLUHSICAL ClusterTest Consensus HsicTest
        KernelComparison KernelKMeans KernelRecommendation KernelRow LowRank LsmiPlan LsmiResult
        MlmiPlan MlmiResult NClustersComparison NumericalTaxonomy PerturbationBound
        RegressionObjective SMIC SearchResult SmicResult StabilityCurve TaxonomyPath
        TaxonomyResult amise angle_clustering cka cluhsic cluhsical cluster_test compare_kernels
        compare_n_clusters conditional_entropy consensus default_kernels diffusion_kernels
        graph_kernel hsic hsic_test incomplete_cholesky kernel_matrix kernel_rows lscv lsmi
        median_rule mlmi numerical_taxonomy optimal_structure order_labels partition_distance
        perturbation_bound rbf_kernels recommend_kernel regression_objective smic
        stability_curve structured_accuracy structured_loss taxonomy_cosine taxonomy_path
        taxonomy_value touching tree_accuracies
    """,
    "depcluster.baselines": """
        MIC MeanNN MlmiPlan MlmiResult NjwResult SelfTuningSpectral TreeCut XwssResult
        hierarchical_kernel_kmeans linkage_along_tree mean_nn mic mlmi njw
        self_tuning_spectral xwss
    """,
    "depcluster.datasets": """
        Corpus NEWSGROUP_TREE SUPERFAMILY_TREE add_outliers draw_real image_features
        load_docstrings load_newsgroup_tree load_newsgroups load_real make_blobs4
        make_brownian make_circle make_circle_gauss make_collinear make_crescents make_faces
        make_high_low make_nine make_rings make_row make_spirals make_superfamilies
        make_teapot make_three make_three_rings make_xor teapot_subset
    """,
    "depcluster.evaluation": """
        ClusterTest Consensus NClustersComparison cluster_test compare_n_clusters consensus
        order_labels
    """,
    "depcluster.exercises": """
        EXERCISES Exercise Verdict check
    """,
    "depcluster.kernels": """
        Dense Factor KernelMaker LocalScaling LowRank Sparse as_centred_gram as_gram centre
        component_eigenvectors graph_kernel incomplete_cholesky kernel_matrix kernel_names
        leading_eigenvectors leading_subspace local_scaling median_rule mismatch_kernel
        nearest_neighbours resolve_gamma spectrum_kernel
    """,
    "depcluster.labels": """
        align_labels as_loss best_automorphism block_sums block_sums_of canonical_labels
        chain cluster_sizes grid is_psd label_by_nearest label_kernel_loss loss_rows nearest
        nearest_psd one_hot plain preset ring ring_loss tree tree_loss tree_paths
        zero_one_loss
    """,
    "depcluster.lessons": """
        Bet Guess bet guess what_held without_display
    """,
    "depcluster.papers.blaschko2008": """
        NumericalTaxonomy TaxonomyPath TaxonomyResult as_similarity best_structure
        best_value cluster_distances cluster_words distances_between eigenvalue_ratio
        first_labels log_eigengap numerical_taxonomy optimal_structure scaled_eigenvectors
        set_kernel split structure_of_distances taxonomy_cosine taxonomy_path taxonomy_value
        word_scores
    """,
    "depcluster.papers.jenssen2006": """
        AngleResult AngleSpectralClustering affinity_weights amise angle_clustering
        angle_steps axis_means cauchy_schwarz_divergence is_outlier laplacian_weights
        leading_pairs lscv lscv_score mean_cosine outlier_weights resolve_sigma
        scale_free_outlier_weights touching weighted_kernel window_kernel
    """,
    "depcluster.papers.song2007": """
        CLUHSIC KernelKMeans PerturbationBound StabilityCurve cluhsic cluhsic_objective
        partition_distance perturbation_bound stability_curve
    """,
    "depcluster.papers.sugiyama2011": """
        LsmiPlan LsmiResult SMIC SmicResult gaussian lsmi smic smic_path
    """,
    "depcluster.papers.zhong2010": """
        CLUHSICAL RegressionObjective cluhsical cluhsical_objective regression_objective
    """,
    "depcluster.plotting": """
        ACCENT COLOURS FigureWithAlt INK INK_2 MARKS MATRIX RULE RULE_2 as_plane colour
        edge_colour gram_pixels ink_on mark painting plot_bound plot_comparison
        plot_dendrogram plot_difference plot_eigenvectors plot_embedding plot_gram plot_label_kernel
        plot_labels plot_levels plot_lost plot_mean_vectors plot_painted plot_partition
        plot_posterior plot_relations plot_selection plot_share plot_small_graph plot_spectra
        plot_stability plot_strip plot_structure plot_taxonomy_path plot_trace plot_tree
        plot_tree_assignments plot_tree_confusion plot_turn plot_unrooted_tree
        plot_width_curve plot_with_hollow png scheme
    """,
    "depcluster.reproduction": """
        Claim Claims Climbed Effect OURS PAPER Paper Protocol Study Table algorithm_1 claim
        comparison effect figure header paper random_starts read_runs record table
    """,
    "depcluster.search": """
        MeanPairs Normalized NormalizedWithLoss Problem SearchResult Step Taxonomic
        Unnormalized WithLoss best_runs climb kmeans_plus_plus match_order polish
        random_labels solve spectral_labels structure_of value
    """,
    "depcluster.selection": """
        BLIND CRITERIA KernelComparison KernelRecommendation KernelRow KernelStudy
        compare_kernels default_kernels diffusion_kernels kernel_rows rbf_kernels
        read_kernel_study recommend_kernel winners
    """,
    "depcluster.trees": """
        Layout Tree equal_angle fit_tree_metric four_point_violation interchanged
        least_squares neighbour_joining splits
    """,
    "depcluster.widgets": """
        Bells Blocks ClassSizes CoinMosaic CosineDial DataFile DataPad Dropdown FilingTree
        FourLeaves GramView KernelExplorer LabelKernelEditor LabelKernelSlider LabelSprings
        LonePoint LossExplorer ModelSelectionExplorer NewPoint PadExplorer Pair PartitionStepper
        PerturbationExplorer PieceGraph SelectionSlider Tables TaxonomyExplorer TurningViews Width
        interact
    """,
}


@pytest.mark.parametrize("place", PUBLIC)
def test_a_subpackage_hands_on_these_names(place):
    module = importlib.import_module(place)
    text = inspect.getsource(module)
    handed_on = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name in text
    }
    late = {"FigureWithAlt"}  # of depcluster itself, which loads it when it is first used
    assert handed_on | late == {*PUBLIC[place].split()} | late
    assert all(hasattr(module, name) for name in PUBLIC[place].split())
