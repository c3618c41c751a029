// A JupyterLab extension, written by hand as the module that JupyterLab loads; nothing builds it.
//
// An output of ours holds the name of a widget's model, a line of text and, where
// `notebooks/execute.py` or `interact` has stored it, a picture. When a notebook is reopened, the
// kernel that had the model is mostly gone. Then JupyterLab would say "model not found". Here the
// picture, or the line, stands in for the widget until a kernel has its model, and says how to get
// there. A widget without a picture whose model the notebook stores is shown alive: its page
// computes. Other outputs are none of our business.
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const STATE = "application/vnd.jupyter.widget-state+json";
  const PICTURE = "image/png";
  const LINE = "Run the cell to make it live.";

  // ---- the picture ------------------------------------------------------------------------------
  function styled(tag, style) {
    const node = document.createElement(tag);
    Object.assign(node.style, style);
    return node;
  }

  // A picture says the line itself, at its foot, on pages that have nothing but the picture.
  function cutFoot(image, { width, foot }) {
    const height = (width * image.naturalHeight) / image.naturalWidth;
    if (foot) image.style.aspectRatio = `${width} / ${height - foot}`;
  }

  function pictureOf({ data, metadata }) {
    const about = metadata[PICTURE];
    const width = Number(about.width),
      foot = Number(about.foot);
    const image = styled("img", {
      display: "block",
      width: `${width}px`,
      maxWidth: "100%",
      height: "auto",
      borderRadius: "4px",
      objectFit: "cover",
      objectPosition: "top",
    });
    image.onload = () => cutFoot(image, { width, foot });
    return Object.assign(image, { alt: about.alt, src: `data:${PICTURE};base64,${data[PICTURE]}` });
  }

  // -> { root, tell() } where tell adds the line; its room is kept while nobody knows if it holds.
  function createFigure(model) {
    const line = styled("figcaption", {
      minHeight: "24px",
      lineHeight: "24px",
      color: "var(--jp-content-font-color1)",
      fontFamily: "var(--jp-ui-font-family)",
      fontSize: "var(--jp-ui-font-size1)",
    });
    const root = styled("figure", { margin: "8px 0" });
    root.className = "depcluster-stored";
    root.append(hasPicture(model) ? pictureOf(model) : model.data["text/plain"], line);
    return {
      root,
      tell: () => {
        line.textContent = LINE;
      },
    };
  }

  const isOurs = ({ data, metadata }) =>
    Boolean(data[VIEW]?.model_id && metadata[VIEW]?.depcluster);
  const hasPicture = ({ data }) => Boolean(data[PICTURE]);

  // ---- which models a notebook's kernel has -----------------------------------------------------
  // -> { has(id), ask(id, { yes, no }) }: after a `no` there may be a `yes` one day, when the
  // notebook gets another kernel.
  function createCensus(session) {
    const asked = new Set();
    const kernelOf = () => session.session?.kernel;
    const has = (id) => Boolean(kernelOf()?.hasComm(id));

    // Only the round that began last counts: a kernel may go while it is asked.
    let round = 0;
    async function count() {
      const mine = ++round;
      await session.ready;
      if (mine !== round) return;
      const reply = await kernelOf()?.requestCommInfo({ target_name: "jupyter.widget" });
      if (mine !== round) return;
      const there = reply?.content.comms ?? {};
      for (const question of [...asked]) {
        if (question.id in there || has(question.id)) {
          asked.delete(question);
          question.yes();
        } else question.no();
      }
    }
    const recount = () => {
      count().catch(() => {});
    }; // the next kernel is asked again
    session.kernelChanged.connect(recount);
    session.connectionStatusChanged.connect((_, status) => {
      if (status === "connected") recount();
    });

    function ask(id, answers) {
      const question = { id, ...answers };
      asked.add(question);
      recount();
      return () => asked.delete(question);
    }
    return { has, ask };
  }

  // ---- renderers --------------------------------------------------------------------------------
  // JupyterLab's own renderer of widgets, asked only for models that the kernel has. It finds the
  // renderers by their class, so this one is taught and not wrapped.
  function teachWidgets(renderer, census, isStored) {
    const render = renderer.renderModel.bind(renderer);
    let forget = () => {};
    renderer.disposed.connect(() => forget());

    async function revive(model) {
      renderer.node.style.minHeight = `${renderer.node.offsetHeight}px`;
      await render(model);
      renderer.node.style.minHeight = "";
    }

    renderer.renderModel = async (model) => {
      forget();
      const id = model.data[VIEW].model_id;
      const isAlive = census.has(id) || (!hasPicture(model) && isStored(id));
      if (!isOurs(model) || isAlive) return render(model);
      const figure = createFigure(model);
      renderer.node.replaceChildren(figure.root);
      forget = census.ask(id, { yes: () => void revive(model), no: figure.tell });
    };
  }

  // JupyterLab shows the picture where it does not trust a notebook: without its description.
  function teachPictures(renderer) {
    const render = renderer.renderModel.bind(renderer);
    renderer.renderModel = async (model) => {
      if (!isOurs(model)) return render(model);
      const figure = createFigure(model);
      figure.tell();
      renderer.node.replaceChildren(figure.root);
    };
  }

  function watchNotebook(panel, context) {
    const { rendermime } = panel.content;
    const census = createCensus(context.sessionContext);
    const isStored = (id) =>
      Boolean(context.model.sharedModel.getMetadata("widgets")?.[STATE]?.state[id]);
    const create = rendermime.createRenderer.bind(rendermime);
    rendermime.createRenderer = (mimeType) => {
      const renderer = create(mimeType);
      if (mimeType === VIEW) teachWidgets(renderer, census, isStored);
      if (mimeType === PICTURE) teachPictures(renderer);
      return renderer;
    };
  }

  const plugin = {
    id: "depcluster:stored-pictures",
    description: "Shows the stored picture or the line of a widget that no kernel runs.",
    autoStart: true,
    activate: ({ docRegistry }) => {
      docRegistry.addWidgetExtension("Notebook", { createNew: watchNotebook });
    },
  };

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB.depcluster = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
