import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from './printable.ts';

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
