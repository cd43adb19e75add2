import { Refusal } from './refusal.ts';

/**
 * Thrown by a command's `run` when what its `prepare` has read was written by somebody else meanwhile: the command begins again with `prepare`.
 * One that finds no quiet moment is refused, to be repeated by the
 * caller.
 */
export class StalePreparation extends Refusal {
  constructor() {
    super('DEPENDENCY_UNAVAILABLE');
  }
}
