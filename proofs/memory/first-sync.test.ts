import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSync } from '../../test/support/test-sync.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { heapMiB } from './heap.ts';

const PEOPLE = 20_000;
const AT_ONCE = 8;

let system: TestSystem;
let sync: TestSync;
beforeAll(async () => {
  system = await TestSystem.start({ shape: 'one process', platform: 'own' });
  sync = await TestSync.create(system, await system.newInstitution());
});
afterAll(() => system.stop());

it('a first sync of 20,000 people keeps to the rate limit by Retry-After, and the heap stays flat', async () => {
  let next = 0;
  let waits = 0;
  const heaps: number[] = [];
  const work = async () => {
    for (let n = next++; n < PEOPLE; n = next++) {
      const name = { givenName: 'P', familyName: `${n}` };
      const user = { userName: `p${n}@school.example`, externalId: `p${n}`, name };
      let created = await sync.send('POST', '/Users', user);
      while (created.status === 429) {
        waits++;
        // Time passes for the platform as it would for a directory that waits.
        system.clock.advance(Number(created.headers.get('retry-after')) * 1_000);
        created = await sync.send('POST', '/Users', user);
      }
      expect(created.status).toBe(201);
      if (n % 2_000 === 1_999) heaps.push(heapMiB());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  system.clock.advance(60_000);
  expect((await sync.get('/Users?count=1')).body.totalResults).toBe(PEOPLE);
  expect(waits).toBeGreaterThanOrEqual(PEOPLE / 1_000 - 1);
  const [early = 0, late = 0] = [heaps[1], heaps.at(-1)];
  expect(late - early).toBeLessThan(32);
});
