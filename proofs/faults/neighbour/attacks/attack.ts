import type { Attacker } from '../attacker.ts';

/** One kind of attack by a client. */
export interface Attack {
  readonly name: string;
  /** Whether it can do without the appointments of the institution, which take long to create. */
  readonly needsNoAppointments?: true;
  /** Whether an administrator of the institution attacks in the console. */
  readonly needsConsole?: true;
  /** How many other institutions take part, with a client each; none by default. */
  readonly others?: number;
  /** All permitted outcomes of its requests, as documented in docs/overload.md. */
  readonly allowed: readonly string[];
  /** The outcomes that show the attack was limited: at least one must occur. */
  readonly bounds: readonly string[];
  /** What it does before it begins, which is not measured. */
  prepare?(attacker: Attacker): Promise<void>;
  run(attacker: Attacker): Promise<void>;
}

/** The rejections any request may get when there are too many of its kind. */
export const SHED = [
  '503 The platform is busy. Repeat the request.',
  '503 The service is busy. Repeat the request.',
  '503 The request took too long. Repeat the request.',
  '503 The service is temporarily unavailable. Repeat the request.',
  '429 rate_limit_exceeded',
];
