import type { Verdict } from '../audit/verdict.ts';
import type { Attempt, WriteRecord } from '../traffic/journal.ts';
import type { AttackRun } from './attack-all.ts';
import type { Answers } from './attacker.ts';
import type { Attack } from './attacks/attack.ts';
import type { Used } from './process-watch.ts';

/** One line of the table: the effect of an attack on the other institution. */
export interface AttackRow {
  readonly name: string;
  /** The attacker's outcomes: `200: 12, 429 rate_limit_exceeded: 3`. */
  readonly answers: string;
  /** The other institution's. */
  readonly requests: number;
  /** Errors of the other institution: their number, and in words. */
  readonly errors: number;
  readonly errorKinds: readonly string[];
  /** Of the other institution's requests, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The kind of request with the highest p99, and its value. */
  readonly slowest: string;
  /** The process closest to its memory limit. */
  readonly fullest: Used | undefined;
  /** The average fraction of a processor each process used, the busiest first. */
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

/**
 * The violations during an attack, in words.
 * @param p99AtMostMs limit of the other institution's p99, in milliseconds
 */
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
  const p99s = kinds.map(([kind, own]) => ({ kind, ms: quantile(own, 0.99) })).sort((a, b) => b.ms - a.ms);
  return p99s[0] ? `${p99s[0].kind} ${p99s[0].ms.toFixed(0)} ms` : 'none';
}

/** The quantile of the requests' durations, in milliseconds. @param part from 0 to 1 */
function quantile(attempts: readonly Attempt[], part: number): number {
  const times = attempts.map(({ began, ended }) => ended - began).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

interface Journal {
  readonly attempts: readonly Attempt[];
}
