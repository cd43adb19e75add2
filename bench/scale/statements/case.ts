import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { CaseParams } from '../year/case-params.ts';

/** A statement of the product. */
export interface Case {
  readonly service: string;
  readonly name: string;
  run(db: Tx, params: CaseParams): unknown;
  /** Printed with its figures: why it may grow. */
  readonly grows?: string;
}

/** Cases of a service by name. */
export function casesOf(service: string, cases: Readonly<Record<string, Case['run'] | [Case['run'], string]>>): Case[] {
  return Object.entries(cases).map(([name, run]) =>
    Array.isArray(run) ? { service, name, run: run[0], grows: run[1] } : { service, name, run },
  );
}

export const NO_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** One more than a page of fifty. */
export const LIMIT = 51;
