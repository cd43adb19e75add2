import { expect } from 'vitest';
import type { SourceFile } from './source-file.ts';

/** A place that breaks a rule. */
export interface Violation {
  /** The file, or whatever else the rule is about. */
  readonly location: string;
  readonly line?: number;
  readonly what: string;
}

/** Places that may break a rule, each with the reason. A list may only shrink: an entry that breaks nothing any more fails the rule too. */
export type Exceptions = Readonly<Record<string, string>>;

export function violation(file: SourceFile, offset: number, what: string): Violation {
  return { location: file.path, line: file.lineAt(offset), what };
}

/** Fails with every violation that is no exception, and with every exception that is none; `advice` says what to do. */
export function expectNone(violations: readonly Violation[], advice: string, exceptions: Exceptions = {}): void {
  const broken = violations.filter(({ location }) => !Object.hasOwn(exceptions, location)).map(show);
  const stale = Object.keys(exceptions)
    .filter((location) => !violations.some((found) => found.location === location))
    .map((location) => `${location}: is listed as an exception and breaks nothing: take it off the list`);
  expect([...broken, ...stale].sort(), advice).toEqual([]);
}

function show({ location, line, what }: Violation): string {
  return `${location}${line === undefined ? '' : `:${line}`}: ${what}`;
}
