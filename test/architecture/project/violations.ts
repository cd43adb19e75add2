import { expect } from 'vitest';
import type { SourceFile } from './source-file.ts';

/** What breaks a rule. */
export interface Violation {
  /** The file, or the other subject of the rule. */
  readonly location: string;
  readonly line?: number;
  readonly what: string;
}

/**
 * Subjects that may break a rule, each with the reason. A list may only shrink: an entry that breaks nothing fails the
 * rule too.
 */
export type Exceptions = Readonly<Record<string, string>>;

export function violation(file: SourceFile, offset: number, what: string): Violation {
  return { location: file.path, line: file.lineAt(offset), what };
}

/**
 * Fails with every violation that is not an exception, and with every exception that excuses nothing. `advice` tells
 * the developer what to do.
 */
export function expectNone(violations: readonly Violation[], advice: string, exceptions: Exceptions = {}): void {
  const broken = violations.filter(({ location }) => !Object.hasOwn(exceptions, location)).map(show);
  const stale = Object.keys(exceptions)
    .filter((location) => !violations.some((found) => found.location === location))
    .map((location) => `${location}: is listed as an exception and breaks nothing: remove it from the list`);
  expect([...broken, ...stale].sort(), advice).toEqual([]);
}

function show({ location, line, what }: Violation): string {
  return `${location}${line === undefined ? '' : `:${line}`}: ${what}`;
}
