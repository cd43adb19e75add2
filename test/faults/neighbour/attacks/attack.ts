import type { Attacker } from '../attacker.ts';

/** A way in which a client can do his worst. */
export interface Attack {
  readonly name: string;
  /** All that its requests may be answered, as docs/overload.md says it. */
  readonly allowed: readonly string[];
  /** Of that, what shows that the attack was bounded: some of it must have been answered. */
  readonly bounds: readonly string[];
  run(attacker: Attacker): Promise<void>;
}

/** What any request may be refused with when there is too much of its kind. */
export const SHED = ['503 internal_error', '429 rate_limit_exceeded'];
