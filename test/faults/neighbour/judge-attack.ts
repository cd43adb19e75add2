import type { Verdict } from '../audit/verdict.ts';
import type { Attempt, WriteRecord } from '../traffic/journal.ts';
import type { AttackRun } from './attack-all.ts';
import type { Answers } from './attacker.ts';
import type { Attack } from './attacks/attack.ts';
import type { Used } from './process-watch.ts';

/** One line of the table: what the other institution has noticed of an attack. */
export interface AttackRow {
  readonly name: string;
  /** What the attacker was answered: `200: 12, 429 rate_limit_exceeded: 3`. */
  readonly answers: string;
  /** The other's. */
  readonly requests: number;
  /** What the other should not have met with: how often, and in words. */
  readonly errors: number;
  readonly errorKinds: readonly string[];
  /** Of the other's requests, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The kind of request with the greatest p99, and that. */
  readonly slowest: string;
  /** Whoever came closest to what it may hold. */
  readonly fullest: Used | undefined;
  /** The part of a processor that each process has used on average, of 1, the busiest first. */
  readonly busiest: readonly { readonly name: string; readonly part: number }[];
  readonly lost: number;
  readonly doubled: number;
}

export function rowOfAttack(
  { attack, began, ended, answers, used }: AttackRun,
  journal: Journal,
  verdict: Verdict,
): AttackRow {
  const own = journal.attempts.filter((attempt) => attempt.began >= began && attempt.ended < ended);
  const count = (records: readonly WriteRecord[]) =>
    records.filter(({ acknowledged = 0 }) => acknowledged >= began && acknowledged < ended).length;
  return {
    name: attack?.name ?? 'no attack',
    answers: Object.entries(answers)
      .map(([answer, number]) => `${answer}: ${number}`)
      .join(', '),
    requests: own.length,
    errors: own.filter(isError).length,
    errorKinds: countOf(own.filter(isError).map(({ kind, outcome }) => `${kind}: ${outcome}`)),
    p50Ms: quantile(own, 0.5),
    p99Ms: quantile(own, 0.99),
    mostMs: quantile(own, 1),
    slowest: slowestOf(own),
    fullest: used.toSorted((a, b) => b.mib / b.limitMiB - a.mib / a.limitMiB)[0],
    busiest: used.map(({ name, cpuMs }) => ({ name, part: cpuMs / (ended - began) })).sort((a, b) => b.part - a.part),
    lost: count(verdict.lost),
    doubled: count(verdict.doubled),
  };
}

/** What an attack has done that it must not, in words. @param p99AtMostMs what the other's p99 may be, in milliseconds */
export function failuresOfAttack(
  { attack, answers, used, gone }: AttackRun,
  { name, errorKinds, requests, p99Ms }: AttackRow,
  p99AtMostMs: number,
): string[] {
  const failures = errorKinds.map((error) => `the other institution has met with ${error}`);
  if (requests === 0) failures.push('the other institution was not answered at all');
  if (p99Ms > p99AtMostMs) failures.push(`the other's p99 was ${p99Ms.toFixed(0)} ms`);
  for (const { name: process, mib, limitMiB } of used)
    if (mib > limitMiB) failures.push(`${process} held ${mib.toFixed(0)} MiB of ${limitMiB}`);
  failures.push(...gone.map((process) => `${process} is gone`));
  if (attack) failures.push(...failuresOfAnswers(attack, answers));
  return failures.map((failure) => `${name}: ${failure}`);
}

function failuresOfAnswers({ allowed, bounds }: Attack, answers: Answers): string[] {
  const received = Object.keys(answers);
  const failures = received
    .filter((answer) => !allowed.includes(answer))
    .map((answer) => `the attacker was answered ${answer}, ${answers[answer]} times`);
  if (!received.some((answer) => bounds.includes(answer)))
    failures.push(`the attacker was never answered ${bounds.join(' or ')}`);
  return failures;
}

/** A conflict with a time to wait is the answer to who asks twice at once with one key. */
function isError({ outcome, failed }: Attempt): boolean {
  return failed || typeof outcome === 'string';
}

/** Each of them once, with how often it was there. */
function countOf(texts: readonly string[]): string[] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => `${text}, ${length} times`);
}

function slowestOf(attempts: readonly Attempt[]): string {
  const kinds = [...Map.groupBy(attempts, ({ kind }) => kind)];
  const p99s = kinds.map(([kind, own]) => ({ kind, ms: quantile(own, 0.99) })).sort((a, b) => b.ms - a.ms);
  return p99s[0] ? `${p99s[0].kind} ${p99s[0].ms.toFixed(0)} ms` : 'none';
}

/** A part of requests took at most so long, in milliseconds. @param part of 1 */
function quantile(attempts: readonly Attempt[], part: number): number {
  const times = attempts.map(({ began, ended }) => ended - began).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

interface Journal {
  readonly attempts: readonly Attempt[];
}
