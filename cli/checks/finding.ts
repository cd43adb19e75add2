import type { CliContext } from '../cli-context.ts';
import { printable } from '../terminal/printable.ts';

/** What a check has found of one thing. */
export interface Finding {
  readonly thing: string;
  /** `none` where the thing is not there and need not be. */
  readonly state: 'ok' | 'none' | 'wrong';
  readonly detail: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

export function ok(thing: string, detail: string): Finding {
  return { thing, state: 'ok', detail };
}

export function none(thing: string, detail: string): Finding {
  return { thing, state: 'none', detail };
}

export function wrong(thing: string, detail: string, remedy?: string): Finding {
  return { thing, state: 'wrong', detail, remedy };
}

/** Something that is wrong because asking for it failed. */
export function failed(thing: string, error: unknown, remedy?: string): Finding {
  const text = error instanceof Error ? error.message : String(error);
  return wrong(thing, text.replace(/\s*\n\s*/g, ' '), remedy);
}

/** Prints a line for each finding, with its remedy below; the exit code is 1 where one is wrong. */
export function report(
  { terminal, exitWith }: Pick<CliContext, 'terminal' | 'exitWith'>,
  findings: readonly Finding[],
  json: boolean,
): void {
  const isWell = findings.every(({ state }) => state !== 'wrong');
  if (json) terminal.printJson({ ok: isWell, findings });
  else {
    const width = Math.max(...findings.map(({ thing }) => thing.length));
    for (const { thing, state, detail, remedy } of findings) {
      terminal.print(`${MARKS[state]}  ${thing.padEnd(width)}  ${printable(detail)}`);
      if (remedy !== undefined) terminal.print(`${' '.repeat(MARKS.ok.length + 2)}${remedy}`);
    }
  }
  if (!isWell) exitWith(SOMETHING_IS_WRONG);
}

const MARKS = { ok: 'ok   ', none: '-    ', wrong: 'WRONG' };
const SOMETHING_IS_WRONG = 1;
