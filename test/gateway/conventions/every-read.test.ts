import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { queryNamesOf } from '../../../gateway/endpoint/register-endpoint.ts';
import { neededQuery } from '../../../site/openapi/needed-query.ts';
import { importOneOfEachRecord, pathOfRecord } from '../../support/one-of-each-record.ts';
import { hasId, type Operation, operations, pathWith, queryNaming } from '../../support/operations.ts';
import { recordRequests } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** A new one for each test: the rate limit is per client. */
let client: TestClient;

/** The parameters of every read and every list, with records that exist (decisions 1.1, 2 and 4). */
const system = await TestSystem.start();
const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
/** The user in requests that require one. */
const { member } = await importOneOfEachRecord(school);
beforeEach(async () => {
  client = await system.newClient(school.id);
  await recordRequests(school, client);
});
afterAll(() => system.stop());

const reads = operations.filter(([, { kind }]) => kind === 'read' || kind === 'list');
const lists = operations.flatMap(([name, endpoint]) => (endpoint.kind === 'list' ? [[name, endpoint] as const] : []));
const seen = ({ status, body }: TestAnswer) => [status, body.code];
const faultOf = ({ status, body }: TestAnswer) => [status, body.code, body.errors?.[0]?.field];

const paths = new Map<string, Promise<string>>();

/** The path of the school's first record, or of a later one. */
function pathOf([name, endpoint]: Operation, index = 0): Promise<string> {
  const key = `${name} ${index}`;
  const path = paths.get(key) ?? pathOfRecord(client, endpoint, { member, index });
  paths.set(key, path);
  return path;
}

async function read(operation: Operation, query: Readonly<Record<string, string>> = {}, index = 0) {
  const path = await pathOf(operation, index);
  return client.get(path, { query: { ...queryNaming(operation[1], member), ...query } });
}

/** Sends a read with a parameter twice. */
async function readTwice(operation: Operation, parameter: string, value: string) {
  const url = new URL(await pathOf(operation), 'http://host');
  for (const [name, text] of Object.entries(queryNaming(operation[1], member))) url.searchParams.set(name, text);
  for (const _ of [1, 2]) url.searchParams.append(parameter, value);
  return client.get(url.pathname + url.search);
}

describe('200', () => {
  it.each(reads)('%s: unknown parameters change nothing, and are named', async (...operation) => {
    const unknown = { page: '2', pageSize: 'x', sort: 'x', Limit: '1', 'a\0': '\0' };
    const seenOf = async (parameters: Readonly<Record<string, string>> = {}) => {
      const { body, headers } = await read(operation, parameters);
      // Each request changes what an integration has left of its limit.
      const { rateLimit, ...data } = body.data;
      return [data, headers.get('ignored-parameters')];
    };
    const [data, ignored] = await seenOf();
    expect(ignored).toBeNull();
    expect(await seenOf(unknown)).toEqual([data, 'page, pageSize, sort, Limit, a%00']);
  });

  it.each(reads)('%s: parameters of other operations are named, and those of its own are not', async (...operation) => {
    const own = queryNamesOf(operation[1]);
    const foreign = ['email', 'roomId', 'isArchived', 'cursor'].filter((name) => !own.has(name));
    const query = { fields: 'nope', ...Object.fromEntries(foreign.map((name) => [name, 'x'])) };
    const refused = await read(operation, query);
    expect([refused.status, refused.headers.has('ignored-parameters')]).toEqual([400, false]);
    const { data } = (await read(operation)).body;
    const [fields = ''] = Object.keys([data].flat()[0]);
    expect((await read(operation, { ...query, fields })).headers.get('ignored-parameters') ?? '').toBe(
      foreign.join(', '),
    );
  });

  it.each(reads)('%s: fields given twice are one list', async (...operation) => {
    const { data } = (await read(operation)).body;
    const [field = ''] = Object.keys([data].flat()[0]);
    const [once, twice] = [await read(operation, { fields: field }), await readTwice(operation, 'fields', field)];
    expect([twice.status, twice.body.data]).toEqual([200, once.body.data]);
  });

  // Clients choose the ids of their requests: their case counts.
  const withUuid = reads.filter(([, endpoint]) => hasId(endpoint) && endpoint.tag !== 'Activity');
  it.each(withUuid)('%s: ids in any case', async (...operation) => {
    const [, endpoint] = operation;
    const path = await pathOf(operation);
    const shouted = path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => id.toUpperCase());
    expect(shouted).not.toBe(path);
    const { body } = await client.get(shouted, { query: queryNaming(endpoint, member) });
    expect(body.data).toEqual((await read(operation)).body.data);
  });
});

describe('400', () => {
  it.each(reads)('%s: fields that it does not have', async (...operation) => {
    for (const fields of ['', 'nope', 'id,', ',id', 'id,,id', 'ID', ' id', 'id;name', 'a\0', '__proto__', 'toString'])
      expect([fields, ...faultOf(await read(operation, { fields }))]).toEqual([fields, 400, 'bad_request', 'fields']);
  });

  it.each(lists)('%s: a limit that is none, or twice', async (...operation) => {
    const limits = ['0', '101', '-1', '+1', '1.0', '1.5', '1e1', '07', ' 7', '7 ', '0x7', 'ten', '', '٧'];
    for (const limit of [...limits, '9'.repeat(400)])
      expect([limit, ...faultOf(await read(operation, { limit }))]).toEqual([limit, 400, 'bad_request', 'limit']);
    expect(faultOf(await readTwice(operation, 'limit', '1'))).toEqual([400, 'bad_request', 'limit']);
  });

  const archivable = lists.filter(([, { filters }]) => 'isArchived' in filters.properties);
  it('isArchived is a filter of what can be archived', () => {
    expect(archivable.map(([name]) => name).sort()).toEqual(
      [
        ...['/continuing-education', '/courses', '/curricula', '/locations/{id}/rooms', '/rooms'],
        ...['/user-groups/{id}/members', '/users'],
      ].map((path) => `GET ${path}`),
    );
  });

  it.each(archivable)('%s: isArchived that is neither true nor false, or twice', async (...operation) => {
    for (const isArchived of ['', 'True', 'TRUE', '1', 'yes', ' true', 'null', 'true,false', 'true\0'])
      expect(faultOf(await read(operation, { isArchived }))).toEqual([400, 'bad_request', 'isArchived']);
    expect(faultOf(await readTwice(operation, 'isArchived', 'true'))).toEqual([400, 'bad_request', 'isArchived']);
  });

  describe('a cursor that is not', () => {
    const INVALID = [400, 'invalid_cursor'];
    const cursorOf = async (list: Operation) => String((await read(list, { limit: '1' })).body.pagination.next_cursor);

    it.each(lists)('%s’s', async (...operation) => {
      const [name, endpoint] = operation;
      const cursor = await cursorOf(operation);
      expect((await read(operation, { cursor })).status).toBe(200);
      const others = lists.filter(([each]) => each !== name);
      const foreign = await Promise.all(others.map((list) => cursorOf(list)));
      for (const each of [...foreign, `${cursor}x`, cursor.slice(1), 'x', ''])
        expect([each, ...seen(await read(operation, { cursor: each }))]).toEqual([each, ...INVALID]);
      expect(faultOf(await readTwice(operation, 'cursor', cursor))).toEqual([400, 'bad_request', 'cursor']);
      if (hasId(endpoint)) expect(seen(await read(operation, { cursor }, 1))).toEqual(INVALID);
    });

    it.each(lists.filter(([, endpoint]) => !hasId(endpoint) && !endpoint.member))(
      '%s’s of this institution',
      async (...operation) => {
        const cursor = await cursorOf(operation);
        const path = `${pathWith(operation[1], '')}${neededQuery(operation[1])}`;
        expect(seen(await other.client.get(path, { query: { cursor } }))).toEqual(INVALID);
      },
    );

    const filtered = lists.flatMap(([name, endpoint]) =>
      Object.entries({ code: 'x', locationId: 'x', isArchived: 'true' })
        .filter(([filter]) => filter in endpoint.filters.properties)
        .map(([filter, value]) => [name, filter, value, endpoint] as const),
    );
    it.each(filtered)('%s’s with another %s', async (name, filter, value, endpoint) => {
      const cursor = await cursorOf([name, endpoint]);
      expect(seen(await read([name, endpoint], { cursor, [filter]: value }))).toEqual(INVALID);
    });
  });
});
