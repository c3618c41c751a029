// Undo and redo of states that `same` tells apart; what happens between begin and end is one step.

export function createHistory(same, most = Infinity) {
  let past = [],
    future = [],
    before = null;
  const push = (state) => {
    past = [...past, state].slice(-most);
    future = [];
  };
  return {
    push,
    begin(state) {
      before = state;
    },
    end(state) {
      if (before && !same(before, state)) push(before);
      before = null;
    },
    giveUp() {
      const state = before;
      before = null;
      return state;
    },
    travel(state, forward) {
      const [from, to] = forward ? [future, past] : [past, future];
      if (from.length) to.push(state);
      return from.pop();
    },
    has: (forward) => (forward ? future : past).length > 0,
    clear() {
      past = [];
      future = [];
      before = null;
    },
  };
}
