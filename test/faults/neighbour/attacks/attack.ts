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
export const SHED = [
  '503 The platform is busy. Repeat the request.',
  '503 The service is busy. Repeat the request.',
  '503 The request took too long. Repeat the request.',
  '503 The service is temporarily unavailable. Repeat the request.',
  '429 rate_limit_exceeded',
];
