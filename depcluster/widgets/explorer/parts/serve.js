// Answers to the questions of an explorer, where its page has them computed (`work.js`): a
// generator that is begun anew whenever something is asked. As far as a first answer it goes on at
// once; behind that once no control has moved for a moment and it has its turn, in slices of a few
// milliseconds, between which it hears of a newer question. Where a hand drags a control faster
// than first answers come, the one under way is let come to its end, and the newest question is
// next.

const SLICE = 5,
  FIRST = 40,
  REST = 50; // milliseconds
const clock = () => performance.now();

// What a generator yields where the work behind begins. Whatever else it yields is told, but for
// undefined, where it may be interrupted.
export const RESTS = Symbol("the work behind a first answer");

// `port` brings { values } of traits that have changed, { heard }, labels by trait that are told
// from elsewhere, { begins } where a hand begins, { asked, isDrag } the number of a question, {
// isOver } where none is asked any more, { goesOn } where the work behind has its turn and { closes
// }; it takes what the answers yield, with the number of the question, of an answer what is { found
// }, traits that they { set }, that the work behind { waits } for its turn, and in the end that all
// { isWhole }. createAnswers(model, heard) -> { steps(), begin(), found(), load() }: the work for
// the controls as they stand; a hand begins, and changes are counted from what is on screen then;
// what is told of the answer on screen, by trait; other samples have come. heard(trait) is null
// where nothing is told.
export function serve(port, createAnswers) {
  const values = {},
    told = {},
    turns = new MessageChannel();
  const answers = createAnswers(
    {
      get: (name) => values[name],
      set: (name, value) => tell({ set: { [name]: value } }), // which is asked anew
    },
    (trait) => told[trait] ?? null,
  );
  let number = 0,
    steps = null,
    turn = 0,
    timer = 0,
    next = null,
    isFirst = false; // `next` waits for a first answer

  function tell(value) {
    const { answer } = value,
      found = answer && answers.found(),
      pixels = answer?.picture?.pixels.buffer;
    port.postMessage({ number, ...value, found }, pixels ? [pixels] : []);
  }

  function hear({
    data: { values: changed, heard, begins, asked, isDrag, isOver, goesOn, closes },
  }) {
    Object.assign(values, changed);
    Object.assign(told, heard);
    if (changed && !isRight(() => answers.load?.(), asked)) return;
    if (begins) answers.begin();
    if (asked && isDrag && isFirst) next = asked;
    else if (asked) begin(asked);
    if (goesOn === turn) goOn(SLICE);
    if (isOver || closes) stop();
    if (closes) [port, turns.port1].forEach((each) => each.close());
  }

  // What a page was kept with may be anything, while Python looks at what it sends: there an error
  // becomes words.
  function isRight(act, asked = number) {
    try {
      act();
      return true;
    } catch (error) {
      stop();
      number = asked;
      if (values._python === false)
        tell({ refused: `This page has no answer for its samples (${error.message}).` });
      tell({ isWhole: true });
      if (values._python !== false) throw error;
      return false;
    }
  }

  function stop() {
    [steps, isFirst, next] = [null, false, null];
    turn += 1;
    clearTimeout(timer);
  }

  function begin(asked) {
    stop();
    [number, steps, isFirst] = [asked, answers.steps(), true];
    goOn(FIRST);
  }

  const goOn = (budget) => isRight(() => run(budget));

  function run(budget) {
    const end = clock() + budget;
    for (;;) {
      const { done, value } = nextStep(end);
      if (value !== undefined && value !== RESTS) tell(value);
      if (done || (value !== undefined && !value.doing)) {
        isFirst = false;
        if (next) return begin(next);
      }
      if (done) {
        tell({ isWhole: true });
        return stop();
      }
      if (value === RESTS) {
        timer = setTimeout(() => port.postMessage({ waits: turn }), REST);
        return null;
      }
      if (clock() >= end) return turns.port2.postMessage(turn);
    }
  }

  // The next thing that the generator has to say; undefined once the time is over.
  function nextStep(end) {
    for (;;) {
      const step = steps.next();
      if (step.done || step.value !== undefined || clock() >= end) return step;
    }
  }

  turns.port1.onmessage = ({ data }) => {
    if (data === turn && steps) goOn(SLICE);
  };
  port.onmessage = hear;
  port.postMessage({ isReady: true });
}
