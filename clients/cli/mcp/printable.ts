import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/**
 * The same JSON, with every character escaped that a terminal does not show as itself: of records, it could hide text
 * or turn its order around.
 */
export function printable(json: string): string {
  return json.replaceAll(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Controls, formats such as the marks of writing direction, what Unicode has not assigned, and separators of lines. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Standard input and output of the protocol, which a client may show as they are. */
export class PrintableTransport extends StdioServerTransport {
  readonly #output: Writable;

  constructor(input: Readable, output: Writable) {
    super(input, output);
    this.#output = output;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#output.write(`${printable(JSON.stringify(message))}\n`)) await once(this.#output, 'drain');
  }
}
