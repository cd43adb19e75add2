import type { AsyncCommand } from 'fast-check';
import type { ReferenceState } from '../reference/records.ts';
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
  #told = '';

  constructor(action: Action) {
    this.#action = action;
  }

  check(): boolean {
    return true;
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
    this.#told = ` ${request.method} ${request.path} ${JSON.stringify(request.json)} → ${answer.status}`;
    model.state = judge(model.state, exchange);
  }

  /** The action, and what it was when it ran. */
  toString(): string {
    return `${JSON.stringify(this.#action)}${this.#told}`;
  }
}
