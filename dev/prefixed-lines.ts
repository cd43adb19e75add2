import { styleText } from 'node:util';
import { prettyLines } from '../platform/observability/log.ts';

type Colour = 'cyan' | 'green' | 'yellow' | 'magenta' | 'blue' | 'white';

/**
 * Writes the lines of several processes, each prefixed with the process's name; formatted on a terminal, unchanged
 * elsewhere.
 */
export function prefixedLines(
  names: readonly string[],
  output: NodeJS.WriteStream,
): (name: string, line: string) => void {
  const width = Math.max(...names.map(({ length }) => length));
  const pretty = output.isTTY ? prettyLines(true) : undefined;
  return (name, line) => {
    const prefix = `${name.padEnd(width)} │ `;
    const colour = COLOURS[names.indexOf(name) % COLOURS.length] ?? 'white';
    const shown = output.isTTY ? styleText(colour, prefix, { validateStream: false }) : prefix;
    const text = pretty ? pretty(line).replaceAll('\n', `\n${shown}`) : line;
    output.write(`${shown}${text}\n`);
  };
}

const COLOURS: readonly Colour[] = ['cyan', 'green', 'yellow', 'magenta', 'blue', 'white'];
