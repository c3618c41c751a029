// KernelExplorer as a widget of its own, beside a pad or without one.
export default { render: following((page) => renderExplorer(page)) };
