import { expect, it } from 'vitest';
import { documentNow } from './changes.ts';
import { apiChanges } from './openapi-changes.ts';

type Json = Record<string, unknown>;
const now = documentNow();
const at = (document: unknown, path: readonly string[]) =>
  path.reduce<Json>((value, part) => value[part] as Json, document as Json);

/** The present document with another value at a place, of what is there; without it if that is undefined. */
function changed(place: string, change: (value: unknown) => unknown): Json {
  const document = structuredClone(now) as Json;
  const path = place.split(' ');
  const [holder, name = ''] = [at(document, path.slice(0, -1)), path.at(-1)];
  const value = change(holder[name]);
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return document;
}

const gone = () => undefined;
const list = (value: unknown) => value as Json[];
const ROOMS = 'paths /rooms get';
const PARAMETERS = `${ROOMS} parameters`;
const SEARCH = `${PARAMETERS} ${indexOf('search')}`;
const ROOM = 'components schemas Room';
const USER = 'components schemas UserCreate';

function indexOf(name: string): number {
  return list(at(now, PARAMETERS.split(' '))).findIndex((each) => each.name === name);
}

it('a document equals itself', () => {
  expect(apiChanges(now, structuredClone(now))).toEqual({ added: [], broken: [] });
});

it.each<[broken: string, place: string, change: (value: unknown) => unknown]>([
  ['GET /rooms: removed', ROOMS, gone],
  ['GET /rooms query search: removed', PARAMETERS, (all) => list(all).filter(({ name }) => name !== 'search')],
  ['GET /rooms?search: required', `${SEARCH} required`, () => true],
  ['GET /rooms?search: bounds', `${SEARCH} schema maxLength`, () => 3],
  ['GET /rooms?search: bounds', `${SEARCH} schema pattern`, () => '^a'],
  ['GET /rooms?isArchived: enum', `${PARAMETERS} ${indexOf('isArchived')} schema enum`, () => ['true']],
  ['GET /rooms 200: removed', `${ROOMS} responses 200`, gone],
  ['POST /users body: removed', 'paths /users post requestBody', gone],
  ['Room.capacity: removed', `${ROOM} properties capacity`, gone],
  ['Room.name: type', `${ROOM} properties name type`, () => 'integer'],
  ['Room.name: type', `${ROOM} properties name type`, () => ['string', 'null']],
  ['Room.name: optional', `${ROOM} required`, (names) => (names as string[]).filter((each) => each !== 'name')],
  ['UserCreate.code: removed', `${USER} properties code`, gone],
  ['UserCreate.code: required', `${USER} required`, (names) => [...(names as string[]), 'code']],
  ['UserCreate.code: bounds', `${USER} properties code minLength`, () => 9],
  ['UserCreate.code: type', `${USER} properties code type`, () => ['string']],
])('%s: %s', (broken, place, change) => {
  expect(apiChanges(now, changed(place, change)).broken).toContain(broken);
});

it.each<[added: string, place: string, change: (value: unknown) => unknown]>([
  ['GET /floors', 'paths /floors', () => at(now, ['paths', '/rooms'])],
  ['GET /rooms?find', PARAMETERS, (all) => [...list(all), { name: 'find', in: 'query', schema: { type: 'string' } }]],
  ['Room.floor', `${ROOM} properties floor`, () => ({ type: 'string' })],
  ['UserCreate.floor', `${USER} properties floor`, () => ({ type: 'string' })],
])('%s is added, and breaks nothing', (added, place, change) => {
  expect(apiChanges(now, changed(place, change))).toEqual({ added: [added], broken: [] });
});
