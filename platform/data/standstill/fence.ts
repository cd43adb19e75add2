import pg from 'pg';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { boolean, sqlStatement, uuids } from '../../../libraries/typed-sql/index.ts';
import { type Standstill, standstills } from '../platform-tables.ts';

/**
 * Whose rows a transaction changes. Those of an institution that stands still it does not change: it fails with
 * INSTITUTION_FROZEN. The others pass, and say why:
 *
 * - `nobody`: rows that belong to no institution, or to the platform's own bookkeeping.
 * - `trace`: what a read leaves, such as the record of a request, and what is of the moment, such as a form that is
 *   kept. Reads go on.
 * - `begun`: the end of work that a freeze waits for, such as a delivery under a lease.
 * - `claimed`: the claim of the key asks, with {@link refuseIfItStandsStill}.
 * - `own`: the transaction finds out whose they are, and calls {@link requireOpen} or leaves out what stands still.
 */
export type Whose = { readonly institutionId: string } | 'nobody' | 'trace' | 'begun' | 'claimed' | 'own';

/** Fails the transaction if the institution stands still. Rides in the first batch, so it costs no round trip. */
export function requireOpen(tx: Tx, institutionId: string): void {
  fenced.add(tx);
  tx.write(FENCE, { institutionIds: [institutionId] });
}

/** The beginning of each transaction. */
export function askFirst(tx: Tx, { of }: { readonly of: Whose }): void {
  if (typeof of === 'object') requireOpen(tx, of.institutionId);
}

/** Whether the transaction has asked whether an institution stands still. */
export function isFenced(tx: Tx): boolean {
  return fenced.has(tx);
}

const fenced = new WeakSet<Tx>();

/** The same beside a transaction. */
export async function refuseStandstill(db: Reader, institutionId: string): Promise<void> {
  await db.rows(FENCE, { institutionIds: [institutionId] });
}

/** Whether a row of `standstills` counts at this moment, in SQL: it begins and ends by itself, whoever is away. */
export const isLive = (s: string) =>
  `(${s}.until IS NULL OR ${s}.until > now()) AND (${s}.closed_at IS NULL OR ${s}.closed_at <= now())`;

/** Whether an institution counts as unknown: closed, moved or being deleted. In SQL. @param institutionId an expression */
export function isClosed(institutionId: string): string {
  return `EXISTS (SELECT FROM standstills s
     WHERE s.institution_id = ${institutionId} AND s.state <> 'frozen' AND ${isLive('s')})`;
}

/** The ids of all institutions that stand still, in SQL: an array that is made once, so that it leaves an index its order. */
export const STANDING_STILL = `ARRAY(SELECT s.institution_id FROM standstills s WHERE ${isLive('s')})`;

/** Whether an institution stands still, in SQL. @param institutionId an expression */
export function standsStill(institutionId: string): string {
  return `EXISTS (SELECT FROM standstills s WHERE s.institution_id = ${institutionId} AND ${isLive('s')})`;
}

/** Whether not even events that were published before may change it any more, in SQL. */
export function isSettled(institutionId: string): string {
  return `EXISTS (SELECT FROM standstills s WHERE s.institution_id = ${institutionId} AND s.is_settled AND ${isLive('s')})`;
}

/**
 * Whether an institution is frozen for a time, so that nothing may be removed that was only kept for one. A freeze
 * without an end, as after an import, must not keep the expired rows of all others.
 */
export async function isAnyFrozen(tx: Tx): Promise<boolean> {
  return (await tx.rows(ANY_FROZEN, {})).length > 0;
}

const ANY_FROZEN = sqlStatement(standstills, 'any_frozen', {
  parameters: {},
  result: { isFrozen: boolean() },
  text: () => `SELECT true AS "isFrozen" FROM standstills s WHERE s.state = 'frozen' AND s.until > now() LIMIT 1`,
});

// Merged with those of other writes in a shared transaction, and before all that they change.
const FENCE = sqlStatement(standstills, 'fence', {
  parameters: { institutionIds: uuids() },
  result: { isRefused: boolean() },
  isLock: true,
  text: ({ institutionIds }) => refuseIfItStandsStill(`s.institution_id = ANY(${institutionIds})`),
});

/** Raises what {@link standstillOf} reads if one of the institutions stands still, in SQL. @param isOne of a row `s` */
export function refuseIfItStandsStill(isOne: string): string {
  return `SELECT refuse_standstill(s.state, s.until) AS "isRefused" FROM standstills s WHERE ${isOne} AND ${isLive('s')}`;
}

/** What the function refuse_standstill raises. */
export interface StandstillFault {
  readonly state: Standstill['state'];
  /** When it ends by itself: RFC 3339, UTC; null if it does not. */
  readonly until: string | null;
  /** Whole seconds, 1 to 60, and no more than are left of it. */
  readonly retryAfterSeconds: number;
}

/** The standstill that a statement has met; undefined for any other failure. */
export function standstillOf(error: unknown): StandstillFault | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== STANDS_STILL) return undefined;
  return JSON.parse(error.detail ?? '');
}

const STANDS_STILL = 'LY005';
