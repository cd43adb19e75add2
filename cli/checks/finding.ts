import type { CliContext } from '../cli-context.ts';
import { printable } from '../terminal/printable.ts';

/** The result of one check. */
export interface Finding {
  readonly thing: string;
  /** `none`: the thing is absent, and need not exist. `warning`: it works, but should be changed. */
  readonly state: 'ok' | 'none' | 'warning' | 'wrong';
  readonly detail: string;
  /** The command that fixes it, or what to do. */
  readonly remedy?: string | undefined;
}

export function ok(thing: string, detail: string): Finding {
  return { thing, state: 'ok', detail };
}

export function none(thing: string, detail: string): Finding {
  return { thing, state: 'none', detail };
}

export function warning(thing: string, detail: string, remedy: string): Finding {
  return { thing, state: 'warning', detail, remedy };
}

export function wrong(thing: string, detail: string, remedy?: string): Finding {
  return { thing, state: 'wrong', detail, remedy };
}

/** A check that could not be made because it threw an error. */
export function failed(thing: string, error: unknown, remedy?: string): Finding {
  const text = error instanceof Error ? error.message : String(error);
  return wrong(thing, text.replace(/\s*\n\s*/g, ' '), remedy);
}

/** Prints one line per finding, with its remedy below. Sets exit code 1 if a finding is wrong. */
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

const MARKS = { ok: 'ok   ', none: '-    ', warning: 'warn ', wrong: 'WRONG' };
const SOMETHING_IS_WRONG = 1;
