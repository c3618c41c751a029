// KernelExplorer as a widget of its own, beside a pad or without one.

import { following } from "../explorer/parts/following.js";
import { renderExplorer } from "./explorer.js";

export default { render: following((page) => renderExplorer(page)) };
