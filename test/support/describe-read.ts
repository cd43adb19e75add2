import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

export interface ReadUnderTest {
  readonly client: TestClient;
  /** An id that exists in the client's institution. */
  readonly id: string;
  /** An id that exists in another institution. */
  readonly foreignId: string;
}

/** Tests common to all single-resource reads (decisions 1.1, 2.4, 4), beyond those of every operation. */
export function describeRead(collection: string, fields: readonly string[], subject: () => ReadUnderTest): void {
  const get = (id: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    subject().client.get(`${collection}/${id}`, { query, headers });
  const faultOf = ({ status, body }: TestAnswer) => [status, body.code, body.errors?.[0]?.field];

  describe(`GET ${collection}/{id}`, () => {
    it('200: exactly the documented fields, always in the same order', async () => {
      const { status, headers, body } = await get(subject().id);
      expect([status, Object.keys(body.data)]).toEqual([200, fields]);
      expect(headers.get('etag')).toMatch(/^"[\x21\x23-\x7e]+"$/);
    });

    it('200: only the requested fields, in any order and repeated; the ETag does not depend on them', async () => {
      const whole = await get(subject().id);
      for (const name of fields) {
        const { body, headers } = await get(subject().id, { fields: name });
        expect(body.data).toEqual({ [name]: whole.body.data[name] });
        expect(headers.get('etag')).toBe(whole.headers.get('etag'));
      }
      const all = await get(subject().id, { fields: [...fields, ...fields].reverse().join() });
      expect(all.body.data).toEqual(whole.body.data);
    });

    it('304: no body and the same headers, for any fields', async () => {
      const etag = (await get(subject().id)).headers.get('etag') ?? '';
      const answer = await get(subject().id, { fields: 'id' }, { 'if-none-match': etag });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    });

    it('404: an id that is unknown, malformed or of another institution, with and without If-None-Match', async () => {
      const nil = '00000000-0000-0000-0000-000000000000';
      for (const id of [randomUUID(), nil, 'no-uuid', 'x', '-', 'x'.repeat(64), subject().foreignId]) {
        for (const headers of [{}, { 'if-none-match': '*' }]) {
          expect(faultOf(await get(id, {}, headers))).toEqual([404, 'resource_not_found', undefined]);
        }
      }
    });
  });
}
