import { createHash } from 'node:crypto';
import type { StrykerMutant } from './stryker.ts';

/** A change of the product that tests must find. */
export interface Mutant {
  /** What it is by what is written, wherever in its file that stands. */
  readonly key: string;
  /** The path of its source. */
  readonly file: string;
  readonly rule: string;
  /** Begins at 1. */
  readonly line: number;
  /** The line that the change begins in, without its indentation. */
  readonly code: string;
  readonly before: string;
  readonly after: string;
}

/** The mutants of a file, as they are known from run to run. */
export function mutantsOf(file: string, source: string, found: readonly StrykerMutant[]): Mutant[] {
  const lines = source.split('\n');
  const seen = new Map<string, number>();
  return found.map(({ mutatorName: rule, replacement, location: { start, end } }) => {
    const code = lines[start.line]?.trim() ?? '';
    const before = textBetween(lines, start, end);
    const parts = [file, rule, code, before, replacement].join('\0');
    const count = (seen.get(parts) ?? 0) + 1;
    seen.set(parts, count);
    return { key: digest(`${parts}\0${count}`), file, rule, line: start.line + 1, code, before, after: replacement };
  });
}

type Position = StrykerMutant['location']['start'];

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const between = lines.slice(start.line, end.line + 1);
  const last = between.length - 1;
  return between
    .map((line, n) => line.slice(n === 0 ? start.column : 0, n === last ? end.column : undefined))
    .join('\n');
}

/**
 * A quarter of all mutants, chosen by what they are: the same ones in each run, and others’ changes of a file do not
 * change which.
 */
export function isChosen({ key }: Mutant): boolean {
  return Number.parseInt(key.slice(0, 8), 16) % 4 === 0;
}

/** Mutants in the order that a seed gives them. */
export function shuffled(mutants: readonly Mutant[], seed: string): Mutant[] {
  const order = new Map(mutants.map(({ key }) => [key, digest(`${seed}\0${key}`)]));
  return mutants.toSorted((a, b) => ((order.get(a.key) ?? '') < (order.get(b.key) ?? '') ? -1 : 1));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
