import { Refusal } from './refusal.ts';

/**
 * Thrown by a command's `run` if data that its `prepare` has read was changed meanwhile: the command begins again with `prepare`. If all attempts
 * fail, the caller gets DEPENDENCY_UNAVAILABLE and may retry.
 */
export class StalePreparation extends Refusal {
  constructor() {
    super('DEPENDENCY_UNAVAILABLE');
  }
}
