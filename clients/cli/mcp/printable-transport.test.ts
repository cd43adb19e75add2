import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { PrintableTransport } from './printable.ts';

it('writes a message as one line of printable characters', async () => {
  const output = new PassThrough();
  const result = { structuredContent: { title: 'a\u202eb\u2028\n' } };
  await new PrintableTransport(new PassThrough(), output).send({ jsonrpc: '2.0', id: 1, result });
  const line = String(output.read());
  expect(line).toContain('{"title":"a\\u202eb\\u2028\\n"}');
  expect([line.at(-1), JSON.parse(line).result]).toEqual(['\n', result]);
  expect(line.slice(0, -1)).toMatch(/^[\x20-\x7e]+$/);
});
