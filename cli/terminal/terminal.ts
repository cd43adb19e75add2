import { styleText } from 'node:util';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { optional, text } from '../../platform/core/config/variables.ts';
import { printable } from './printable.ts';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** The variables that control the output. */
export const terminalVariables = { NO_COLOR: optional(text({ description: 'any value: no colours in the output' })) };

/** A stream that can be a terminal. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** The input and output of a command: results go to standard output, everything else to standard error. */
export class Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly #stdout: Output;
  readonly #stderr: Output;
  readonly #isPlain: boolean;

  constructor(streams: { stdin: NodeJS.ReadableStream; stdout: Output; stderr: Output }, environment: Environment) {
    this.stdin = streams.stdin;
    this.#stdout = streams.stdout;
    this.#stderr = streams.stderr;
    this.#isPlain = readConfig(terminalVariables, environment).NO_COLOR !== undefined;
  }

  /** For what is a protocol and not lines. */
  get stdout(): NodeJS.WritableStream {
    return this.#stdout;
  }

  /** Whether standard output is a terminal, not a file, pipe or log. */
  get isInteractive(): boolean {
    return this.#stdout.isTTY === true;
  }

  /** Prints a line of the result. */
  print(line: string): void {
    this.#stdout.write(`${line}\n`);
  }

  /** Prints a result for programs. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value));
  }

  /** Prints a result for people; each column is as wide as its widest cell. */
  printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
    const lines = [header, ...rows].map((row) => row.map(printable));
    const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    for (const [index, line] of lines.entries()) {
      const text = line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
      this.print(index === 0 ? this.#style('bold', text, this.#stdout) : text);
    }
  }

  /** Prints a note that is not part of the result. */
  note(line: string): void {
    this.#stderr.write(`${this.#style('dim', line, this.#stderr)}\n`);
  }

  error(lines: readonly string[]): void {
    for (const line of lines) this.#stderr.write(`${this.#style('red', line, this.#stderr)}\n`);
  }

  /** Shows the progress of long work in one line, which the next text replaces; only on a terminal. */
  progress(text: string): void {
    if (this.#stderr.isTTY) this.#stderr.write(`\r\x1b[2K${text}`);
  }

  #style(style: Style, text: string, stream: Output): string {
    return stream.isTTY && !this.#isPlain ? styleText(style, text, { validateStream: false }) : text;
  }
}
