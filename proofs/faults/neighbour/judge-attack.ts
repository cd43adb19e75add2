import { quantile } from '../../../bench/quantile.ts';
import type { Verdict } from '../audit/verdict.ts';
import { type Attempt, within } from '../traffic/journal.ts';
import type { AttackRun } from './attack-all.ts';
import type { Attack } from './attacks/attack.ts';

/** The effect of an attack on the other institution. */
export interface AttackRow {
  readonly name: string;
  /** Of the other institution, as are errors and times. */
  readonly requests: number;
  readonly errorKinds: readonly string[];
  readonly p99Ms: number;
  /** Its line of the table, a cell for each of `ATTACKS`. */
  readonly cells: readonly (string | number)[];
}

export const ATTACKS = [
  ...['noisy neighbour', "the other's requests", 'errors', 'p50', 'p99', 'most', 'p99 of the slowest kind'],
  ...['fullest process', 'busiest processes, of a processor', 'lost', 'doubled', 'the attacker was answered'],
];

export function rowOfAttack(
  { attack, began, ended, answers, used }: AttackRun,
  journal: { readonly attempts: readonly Attempt[] },
  verdict: Verdict,
): AttackRow {
  const own = journal.attempts.filter((attempt) => attempt.began >= began && attempt.ended < ended);
  const errors = own.filter(isError);
  const name = attack?.name ?? 'no attack';
  const times = [0.5, 0.99, 1].map((part) => `${msOf(own, part).toFixed(0)} ms`);
  // The one that is closest to its memory limit.
  const [fullest] = used.toSorted((a, b) => b.mib / b.limitMiB - a.mib / a.limitMiB);
  const limit = Number.isFinite(fullest?.limitMiB) ? ` of ${fullest?.limitMiB}` : '';
  const busiest = used.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 3);
  const parts = busiest.map(
    ({ name: process, cpuMs }) => `${process} ${((cpuMs / (ended - began)) * 100).toFixed(0)} %`,
  );
  return {
    ...{ name, requests: own.length, p99Ms: msOf(own, 0.99) },
    errorKinds: countOf(errors.map(({ kind, outcome }) => `${kind}: ${outcome}`)),
    cells: [
      ...[name, own.length, errors.length, ...times, slowestOf(own)],
      fullest ? `${fullest.name} ${fullest.mib.toFixed(0)}${limit} MiB` : 'not known',
      ...[parts.join(', '), ...[verdict.lost, verdict.doubled].map((records) => within(records, began, ended).length)],
      Object.entries(answers)
        .map(([answer, number]) => `${answer}: ${number}`)
        .join(', '),
    ],
  };
}

/**
 * The violations during an attack, in words.
 * @param p99AtMostMs limit of the other institution's p99, in milliseconds
 */
export function failuresOfAttack(
  { attack, answers, used, gone }: AttackRun,
  { name, errorKinds, requests, p99Ms }: AttackRow,
  p99AtMostMs: number,
): string[] {
  const { allowed = [], bounds = [] }: Partial<Attack> = attack ?? {};
  const received = Object.keys(answers);
  const isUnbounded = attack && !received.some((answer) => bounds.includes(answer));
  return [
    ...errorKinds.map((error) => `the other institution has met with ${error}`),
    ...(requests === 0 ? ['the other institution was not answered at all'] : []),
    ...(p99Ms > p99AtMostMs ? [`the other's p99 was ${p99Ms.toFixed(0)} ms`] : []),
    ...used
      .filter(({ mib, limitMiB }) => mib > limitMiB)
      .map((process) => `${process.name} held ${process.mib.toFixed(0)} MiB of ${process.limitMiB}`),
    ...gone.map((process) => `${process} is gone`),
    ...received
      .filter((answer) => !allowed.includes(answer))
      .map((answer) => `the attacker was answered ${answer}, ${answers[answer]} times`),
    ...(isUnbounded ? [`the attacker was never answered ${bounds.join(' or ')}`] : []),
  ].map((failure) => `${name}: ${failure}`);
}

/** A conflict with Retry-After is the documented response to concurrent requests with the same key. */
function isError({ outcome, failed }: Attempt): boolean {
  return failed || typeof outcome === 'string';
}

/** Each distinct value once, with its count. */
function countOf(texts: readonly string[]): string[] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => `${text}, ${length} times`);
}

function slowestOf(attempts: readonly Attempt[]): string {
  const kinds = [...Map.groupBy(attempts, ({ kind }) => kind)];
  const p99s = kinds.map(([kind, own]) => ({ kind, ms: msOf(own, 0.99) })).sort((a, b) => b.ms - a.ms);
  return p99s[0] ? `${p99s[0].kind} ${p99s[0].ms.toFixed(0)} ms` : 'none';
}

/** The quantile of the requests' durations, in milliseconds; 0 without requests. @param part from 0 to 1 */
function msOf(attempts: readonly Attempt[], part: number): number {
  const times = attempts.map(({ began, ended }) => ended - began);
  return quantile(times, part) || 0;
}
