import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locationPaths, TestLocations } from './test-locations.ts';

/**
 * Tests common to the reads of locations and rooms, beyond those of every operation.
 * @param operation one of `locationPaths`: `GET /rooms/{id}`
 * @param field one that its items have beside the id
 */
export function describeLocationRead(operation: string, field: '_count' | 'setups'): void {
  describe(operation, () => {
    let locations: TestLocations;
    let path: string;

    beforeAll(async () => {
      locations = await TestLocations.start();
      path = new Map(locationPaths).get(operation)?.(locations) ?? '';
    });
    afterAll(() => locations.stop());

    it('200: only the named fields', async () => {
      const { status, body } = await locations.get(path, { fields: `${field},id` });
      expect(status).toBe(200);
      for (const item of [body.data].flat()) expect(Object.keys(item)).toEqual(['id', field]);
    });

    it('200: unknown query parameters are ignored', async () => {
      const [plain, odd] = await Promise.all([locations.get(path), locations.get(path, { page: '2', pageSize: 'x' })]);
      expect([odd.status, odd.body.data]).toEqual([200, plain.body.data]);
    });

    if (!operation.endsWith('{id}')) {
      it('200: page by page, none missing, none twice', async () => {
        const whole: { id: string }[] = (await locations.get(path)).body.data;
        expect(await locations.school.client.walk(path, { limit: '1' })).toEqual(whole);
        expect(whole.length).toBeGreaterThan(1);
      });
      return;
    }

    it('304: names ignored parameters like the 200', async () => {
      const etag = (await locations.get(path)).headers.get('etag') ?? '';
      const { status, headers } = await locations.school.client.get(path, {
        query: { email: 'x' },
        headers: { 'if-none-match': etag },
      });
      expect([status, headers.get('ignored-parameters')]).toEqual([304, 'email']);
    });

    it('304: the former ETag, with any fields', async () => {
      const etag = (await locations.get(path)).headers.get('etag') ?? '';
      for (const condition of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
        const answer = await locations.school.client.get(path, {
          headers: { 'if-none-match': condition },
          query: { fields: 'id' },
        });
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
      }
      const stale = await locations.school.client.get(path, { headers: { 'if-none-match': '"other"' } });
      expect(stale.status).toBe(200);
    });
  });
}
