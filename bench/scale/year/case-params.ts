import { createHash } from 'node:crypto';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import type { MadeYear } from './make-year.ts';
import type { YearSize } from './year-size.ts';

/** What a statement or a request on a year's data is made of. */
export interface CaseParams {
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

export function paramsOf({ large, begin, size }: MadeYear, turn: number): CaseParams {
  return {
    actor: { kind: 'integration', institutionId: large, integrationId: large, createdBy: null, grant: FULL },
    size,
    uid,
    at: (part, days = 0) => new Date(Date.parse(begin) + (part * 365 + days) * DAY_MS).toISOString(),
    turn,
  };
}

/** What `uid` of `DECLARE_UID` returns. */
export function uid(kind: string, n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
