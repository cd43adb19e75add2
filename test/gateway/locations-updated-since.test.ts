import { afterAll, beforeAll, expect, it } from 'vitest';
import { importInto } from '../support/test-locations.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;
const ids: Record<string, string> = {};

const room = (ref: string, ...setups: string[]) => ({
  ref,
  name: ref,
  setups: setups.map((name) => ({ ref: `${ref}-${name}`, name })),
});
const SINCE = '2026-11-01T00:00:00.000Z';

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await system.newInstitution();
  const hill = { ref: 'hill', name: 'Hill', address: 'Street 2', rooms: ['a', 'b', 'c', 'd'].map((ref) => room(ref)) };
  const harbour = { ref: 'harbour', name: 'Harbour', address: 'Street 1', rooms: [room('e')] };
  Object.assign(ids, await importInto(school, [hill, harbour]));
  system.clock.set(SINCE);
  await importInto(school, [
    { ...hill, rooms: [room('a'), ...['b', 'c', 'd'].map((ref) => room(ref, 'Rows'))] },
    { ...harbour, address: 'Street 3' },
  ]);
});
afterAll(() => system.stop());

it.each([
  ['/locations', ['locations/harbour']],
  ['/rooms', ['rooms/b', 'rooms/c', 'rooms/d']],
  ['/rooms?locationId=harbour', []],
  ['/rooms?locationId=hill', ['rooms/b', 'rooms/c', 'rooms/d']],
  ['/locations/harbour/rooms', []],
  ['/locations/hill/rooms', ['rooms/b', 'rooms/c', 'rooms/d']],
])('updatedSince of %s: inclusive, page by page, with changes of setups', async (named, changed) => {
  const path = named.replace(/hill|harbour/, (ref) => ids[`locations/${ref}`] ?? '');
  const idsSince = async (updatedSince: string) => {
    const { pathname, searchParams } = new URL(path, 'http://lyceum');
    const query = { ...Object.fromEntries(searchParams), updatedSince, limit: '1' };
    return (await school.client.walk(pathname, query)).map(({ id }) => id);
  };
  expect(await idsSince(SINCE)).toEqual(changed.map((ref) => ids[ref]));
  expect(await idsSince('2026-11-01T01:00:00.001+01:00')).toEqual([]);
});
