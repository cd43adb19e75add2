import type { AsyncCommand } from 'fast-check';
import { findOpen, isPaused, type ReferenceState } from '../reference/records.ts';
import type { Action } from './actions.ts';
import { judge } from './judge.ts';
import type { MemberRun } from './member-run.ts';

/** What the reference holds to be the state. */
export interface Model {
  state: ReferenceState;
}

/** An action as a command of fast-check: done to the product and to the reference, which have to agree. */
export class Step implements AsyncCommand<Model, MemberRun> {
  readonly #action: Action;
  #summary = '';

  constructor(action: Action) {
    this.#action = action;
  }

  /** Of what only says that there is nothing to act on, a part is enough. */
  check({ state }: Model): boolean {
    const action = this.#action;
    return isFruitful(action, state) || ('spelling' in action && action.spelling % 5 === 0);
  }

  async run(model: Model, run: MemberRun): Promise<void> {
    const action = this.#action;
    if (action.kind === 'replay') return run.replay(action);
    if (action.kind === 'zone') {
      await run.changeZone(action.zone);
      model.state = { ...model.state, zone: action.zone };
      return;
    }
    const exchange = await run.send(action);
    const { request, answer } = exchange;
    this.#summary = ` ${request.method} ${request.path} ${JSON.stringify(request.json)} → ${answer.status}`;
    model.state = judge(model.state, exchange);
  }

  /** The action, and what it was when it ran. */
  toString(): string {
    return `${JSON.stringify(this.#action)}${this.#summary}`;
  }
}

function isFruitful({ kind }: Action, state: ReferenceState): boolean {
  const open = findOpen(state);
  switch (kind) {
    case 'start':
    case 'create':
    case 'bulk':
    case 'zone':
    case 'replay':
      return true;
    case 'update':
      return state.records.some(({ endTime }) => endTime !== null);
    case 'resume':
      return open !== undefined && isPaused(open);
    case 'pause':
    case 'stop':
    case 'timestamp':
      return open !== undefined;
  }
}
