import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { YearSize } from '../year/year-size.ts';

/** The arguments of a statement in a year's data. */
export interface Asked {
  /** An integration of the large institution. */
  readonly actor: TenantActor;
  readonly size: YearSize;
  /** `uid` of the year's rows. */
  uid(kind: string, n: number): string;
  /** The time at a fraction of the year, 0 to 1, plus days. */
  at(part: number, days?: number): string;
  /** The number of the execution, from 0: selects targets and positions. */
  readonly turn: number;
}

/** A statement of the product. */
export interface Case {
  readonly service: string;
  readonly name: string;
  ask(db: Tx, asked: Asked): unknown;
  /** Printed with its figures: why it may grow. */
  readonly grows?: string;
}

/** Cases of a service by name. */
export function casesOf(service: string, cases: Readonly<Record<string, Case['ask'] | [Case['ask'], string]>>): Case[] {
  return Object.entries(cases).map(([name, ask]) =>
    Array.isArray(ask) ? { service, name, ask: ask[0], grows: ask[1] } : { service, name, ask },
  );
}

export const NO_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** One more than a page of fifty. */
export const LIMIT = 51;
