"""The rooms that a widget must fit, and what is measured of it there."""

# Width and height of the window, and the height that is left to a widget: 560 px at the width of a
# projector, one screen beside JupyterLab's file browser on half a laptop.
ROOMS = {
    "projector": (1280, 720, 560),
    "half a laptop": (587, 1000, 880),
    "phone": (390, 844, None),
}
SMALLEST = 9
MEASURE = """(node) => {
  const own = node.getBoundingClientRect(), seen = (each) => {
    const box = each.getBoundingClientRect();
    return box.width && box.height && getComputedStyle(each).visibility !== "hidden"
      && !each.closest(".unseen, .tip");
  };
  const all = [...node.querySelectorAll("*")].filter(seen);
  const worded = all.filter((each) => [...each.childNodes].some(
    (kid) => kid.nodeType === 3 && kid.textContent.trim()));
  const name = (each) => `${each.className.baseVal ?? each.className}: ${each.textContent}`;
  const scrolled = [];
  for (let at = node; !at.classList.contains("jp-WindowedPanel-outer"); at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) {
      scrolled.push(`${at.className} ${at.scrollHeight} > ${at.clientHeight}`);
    }
  }
  return {
    height: Math.round(own.height), scrolled,
    small: worded.map((each) => [parseFloat(getComputedStyle(each).fontSize), name(each)])
      .filter(([size]) => size < SMALLEST),
    wide: all.filter((each) => !each.parentElement.closest(".rows"))  // which scrolls sideways
      .filter((each) => each.getBoundingClientRect().right > own.right + 1.5)
      .map(name).slice(0, 3),
  };
}""".replace("SMALLEST", str(SMALLEST))
