import type { AttackRow } from './judge-attack.ts';
import type { Used } from './process-watch.ts';

/** The lines of the table, each a list of cells; none if there was no attack. */
export function attackTable(rows: readonly AttackRow[]): string[][] {
  const [baseline] = rows;
  if (!baseline) return [];
  return [HEAD, ...rows.map((row) => cellsOf(row, baseline))];
}

const HEAD = [
  'noisy neighbour',
  "the other's requests",
  'errors',
  'p50',
  'p99',
  'times baseline',
  'most',
  'p99 of the slowest kind',
  'fullest process',
  'busiest processes, of a processor',
  'lost',
  'doubled',
  'the attacker was answered',
];

function cellsOf(row: AttackRow, baseline: AttackRow): string[] {
  const { name, requests, errors, p50Ms, p99Ms, mostMs, slowest, fullest, busiest, lost, doubled, answers } = row;
  const ms = [p50Ms, p99Ms].map((each) => `${each.toFixed(0)} ms`);
  const cpu = busiest
    .slice(0, 3)
    .map(({ name: process, part }) => `${process} ${(part * 100).toFixed(0)} %`)
    .join(', ');
  const counts = [lost, doubled].map(String);
  const times = (p99Ms / baseline.p99Ms).toFixed(1);
  return [
    name,
    String(requests),
    String(errors),
    ...ms,
    times,
    `${mostMs.toFixed(0)} ms`,
    slowest,
    fullest ? memoryOf(fullest) : 'not known',
    cpu,
    ...counts,
    answers,
  ];
}

function memoryOf({ name, mib, limitMiB }: Used): string {
  const limit = Number.isFinite(limitMiB) ? ` of ${limitMiB}` : '';
  return `${name} ${mib.toFixed(0)}${limit} MiB`;
}
