import { afterAll, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { importInto } from '../../support/test-locations.ts';
import { TestSystem } from '../../support/test-system.ts';

const ids: Record<string, string> = {};

const room = (ref: string, ...setups: string[]) => ({
  ref,
  name: ref,
  setups: setups.map((name) => ({ ref: `${ref}-${name}`, name })),
});
const SINCE = '2026-11-01T00:00:00.000Z';

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const hill = { ref: 'hill', name: 'Hill', address: 'Street 2', rooms: ['a', 'b', 'c', 'd'].map((ref) => room(ref)) };
const harbour = { ref: 'harbour', name: 'Harbour', address: 'Street 1', rooms: [room('e')] };
Object.assign(ids, await importInto(school, [hill, harbour]));
system.clock.set(SINCE);
await importInto(school, [
  { ...hill, rooms: [room('a'), ...['b', 'c', 'd'].map((ref) => room(ref, 'Rows'))] },
  { ...harbour, address: 'Street 3' },
]);
afterAll(() => system.stop());

it('isArchived of rooms: only archived ones, or only the others, page by page and with the other filters', async () => {
  const mine = await system.newInstitution();
  const location = (ref: string, ...rooms: string[]) => ({
    ref,
    name: ref,
    address: 'Street 1',
    rooms: rooms.map((each) => room(each)),
  });
  const own = await importInto(mine, [location('north', 'a', 'b', 'c'), location('south', 'd', 'e')]);
  const archived = ['b', 'c', 'e'].map((ref) => own[`rooms/${ref}`]);
  await query(system.databases.url('locations'), 'UPDATE rooms SET is_archived = true WHERE id = ANY($1)', [archived]);
  const refs = new Map(Object.entries(own).map(([ref, id]) => [id, ref.slice('rooms/'.length)]));
  const listed = async (path: string, filters: Record<string, string>) =>
    (await mine.client.walk(path, filters)).map(({ id }) => refs.get(id));
  const north = own['locations/north'] ?? '';
  for (const paging of [{ limit: '1' }, { updatedSince: SINCE, limit: '1' }, {}]) {
    expect(await listed('/rooms', { ...paging, isArchived: 'true' })).toEqual(['b', 'c', 'e']);
    expect(await listed('/rooms', { ...paging, isArchived: 'false' })).toEqual(['a', 'd']);
    for (const [path, filter] of [
      ['/rooms', { locationId: north }],
      [`/locations/${north}/rooms`, {}],
    ] as const) {
      expect(await listed(path, { ...paging, ...filter, isArchived: 'true' })).toEqual(['b', 'c']);
      expect(await listed(path, { ...paging, ...filter, isArchived: 'false' })).toEqual(['a']);
    }
  }
  const none = { updatedSince: '2026-11-01T00:00:00.001Z', isArchived: 'true' };
  expect(await listed('/rooms', none)).toEqual([]);
});

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
