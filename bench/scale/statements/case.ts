import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { YearSize } from '../year/year-size.ts';

/** What a statement is asked with in a year. */
export interface CaseParams {
  /** An integration of the large institution. */
  readonly actor: TenantActor;
  readonly size: YearSize;
  /** `uid` of the year's rows. */
  uid(kind: string, n: number): string;
  /** The instant at such a part of the year, 0 to 1; days are added. */
  at(part: number, days?: number): string;
  /** The last of several tries: targets, positions. From 0. */
  readonly turn: number;
}

/** A statement of the product. */
export interface Case {
  readonly service: string;
  readonly name: string;
  run(db: Tx, params: CaseParams): unknown;
  /** Said beside its figures: why it may grow. */
  readonly grows?: string;
}

/** Cases of a service, by their names. */
export function casesOf(service: string, cases: Readonly<Record<string, Case['run'] | [Case['run'], string]>>): Case[] {
  return Object.entries(cases).map(([name, run]) =>
    Array.isArray(run) ? { service, name, run: run[0], grows: run[1] } : { service, name, run },
  );
}

export const NO_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** One more than a page of fifty. */
export const LIMIT = 51;
