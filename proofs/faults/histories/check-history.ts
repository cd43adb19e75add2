/** One operation of a client: its request, and the answer if one came. Times are of one monotonic clock. */
export interface Operation<Input = unknown, Output = unknown> {
  readonly called: number;
  /** When the answer came; infinite without one: the operation may take effect at any later time, or never. */
  readonly returned: number;
  readonly input: Input;
  /** Undefined without an answer. */
  readonly output: Output | undefined;
}

/** What operations do, one after the other. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /**
   * The state after an operation that was answered so, or null if a correct platform does not answer so in this state.
   * An undefined answer fits all.
   */
  step(state: State, input: Input, output: Output | undefined): State | null;
}

/** The longest order that explains a history up to where no operation fits. */
export interface Unexplained<State> {
  readonly order: readonly Operation[];
  readonly state: State;
}

/**
 * Whether some order explains all answers (linearizability): each operation takes effect at one instant between its
 * call and its return. The search is Wing and Gong's, with Lowe's memory of states that were reached by the same
 * operations. Returns null, or how far an order came.
 */
export function checkHistory<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
): Unexplained<State> | null {
  const all = history.toSorted((a, b) => a.called - b.called);
  const answered = all.reduce(
    (bits, { returned }, index) => (returned < Infinity ? bits | (1n << BigInt(index)) : bits),
    0n,
  );
  const seen = new Set<string>();
  let longest: Unexplained<State> = { order: [], state: model.initial };
  const order: Operation<Input, Output>[] = [];

  const search = (done: bigint, state: State): boolean => {
    if ((done & answered) === answered) return true;
    const memory = `${done} ${JSON.stringify(state)}`;
    if (seen.has(memory)) return false;
    seen.add(memory);
    if (order.length > longest.order.length) longest = { order: [...order], state };
    for (const [operation, bit] of nextOf(all, done)) {
      const next = model.step(state, operation.input, operation.output);
      if (next === null) continue;
      order.push(operation);
      if (search(done | bit, next)) return true;
      order.pop();
    }
    return false;
  };
  return search(0n, model.initial) ? null : longest;
}

/** The operations that may come next: called before any other that is left has returned. */
function* nextOf<O extends Operation>(all: readonly O[], done: bigint): Generator<readonly [O, bigint]> {
  let firstReturn = Infinity;
  for (const [index, operation] of all.entries()) {
    if (operation.called > firstReturn) return;
    const bit = 1n << BigInt(index);
    if ((done & bit) !== 0n) continue;
    firstReturn = Math.min(firstReturn, operation.returned);
    yield [operation, bit];
  }
}
