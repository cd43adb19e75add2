import type { TObject } from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ListEndpoint, ReadEndpoint } from '../../../gateway/endpoint/endpoint.ts';
import { queryNamesOf } from '../../../gateway/endpoint/register-endpoint.ts';
import { NO_INSTANTS } from '../../support/body-faults.ts';
import { importOneOfEachRecord, pathOfRecord } from '../../support/one-of-each-record.ts';
import { hasId, type Operation, operations, queryNaming } from '../../support/operations.ts';
import { recordRequests } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** The parameters of every read and every list, with records that exist (decisions 1.1, 2 and 4). */
const system = await TestSystem.start();
const school = await system.newInstitution();
/** The user in requests that require one. */
const { member } = await importOneOfEachRecord(school);
/** A new one for each test: the rate limit is per client. */
let client: TestClient;
beforeEach(async () => {
  client = await system.newClient(school.id);
  await recordRequests(school, client);
});

const reads = operations.filter(([, { kind }]) => kind === 'read' || kind === 'list');
const lists = operations.flatMap(([name, endpoint]) => (endpoint.kind === 'list' ? [[name, endpoint] as const] : []));
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

/** The fields of what a read shows, in their order. */
const fieldsOf = ({ kind, ...endpoint }: Operation[1]) =>
  Object.keys(
    ((kind === 'list' ? (endpoint as ListEndpoint).item : (endpoint as ReadEndpoint).data) as TObject).properties,
  );

describe('200', () => {
  // Each request changes what an integration has left of its limit.
  const steady = reads.filter(([, { path }]) => path !== '/integration');
  it.each(steady)('%s: each field alone, and all of them in the order of the document', async (...operation) => {
    const names = fieldsOf(operation[1]);
    const { body, headers } = await read(operation);
    const rows: Record<string, unknown>[] = [body.data].flat();
    for (const row of rows) expect(Object.keys(row)).toEqual(names.filter((name) => name in row));
    for (const name of names) {
      const part = await read(operation, { fields: name });
      expect([part.body.data].flat()).toEqual(rows.map((row) => (name in row ? { [name]: row[name] } : {})));
      expect(part.headers.get('etag')).toBe(headers.get('etag'));
    }
    const all = await read(operation, { fields: [...names, ...names].reverse().join() });
    expect(JSON.stringify(all.body.data)).toBe(JSON.stringify(body.data));
    const etag = headers.get('etag');
    if (etag === null) return;
    const same = await client.get(await pathOf(operation), {
      query: { ...queryNaming(operation[1], member), fields: names[0] ?? '', page: '2' },
      headers: { 'if-none-match': etag },
    });
    const named = ['etag', 'ignored-parameters'].map((name) => same.headers.get(name));
    expect([same.status, same.text, ...named]).toEqual([304, '', etag, 'page']);
  });

  // The feed grows while it is read.
  it.each(lists.filter(([, { isEndless }]) => !isEndless))(
    '%s: page by page what it is as a whole',
    async (...operation) => {
      const { data } = (await read(operation)).body;
      const query = { ...queryNaming(operation[1], member), limit: '1' };
      expect(await client.walk(await pathOf(operation), query)).toEqual(data);
      const { pagination } = (await read(operation, { limit: String(data.length) })).body;
      expect(pagination).toEqual({ next_cursor: null, has_more: false, limit: data.length });
      const cursor = String((await read(operation, { limit: '1' })).body.pagination.next_cursor);
      expect((await read(operation, { cursor, limit: '100' })).body.data).toEqual(data.slice(1));
    },
  );

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
    const meant = operation[1].kind === 'list' ? ': did you mean limit?' : '';
    expect(await seenOf(unknown)).toEqual([data, `page, pageSize${meant}, sort, Limit${meant}, a%00`]);
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

  const filters = lists.flatMap(([name, endpoint]) =>
    Object.entries<Filter>(endpoint.filters.properties).map(([filter, { format, enum: choices }]) => {
      const instant = VALUES[filter] ?? '2026-10-20T00:00:00Z';
      const value = choices?.at(-1) ?? (format === 'date' ? instant.slice(0, '2026-10-20'.length) : instant);
      return [`${name}?${filter}=`, { filter, format, value }, [name, endpoint]] as const;
    }),
  );
  it.each(filters)('%s what it cannot be, or twice', async (_, { filter, format, value }, operation) => {
    const wrong = format === 'date-time' ? [...NO_INSTANTS, '1969-12-31T23:59:59.999Z', '9999-01-01T00:00:00Z'] : [];
    for (const each of ['a\0', ...wrong]) {
      const fault = faultOf(await read(operation, { [filter]: each }));
      expect([each, ...fault]).toEqual([each, 400, 'bad_request', filter]);
    }
    const twice = await readTwice(operation, filter, value);
    if (filter !== 'ids') expect(faultOf(twice)).toEqual([400, 'bad_request', filter]);
  });

  const continued = filters.filter(([, { filter }]) => filter !== 'position');
  it.each(continued)('%s with a cursor without it', async (_, { filter, value }, list) => {
    const cursor = String((await read(list, { limit: '1' })).body.pagination.next_cursor);
    expect((await read(list, { cursor })).status).toBe(200);
    const other = await read(list, { cursor, [filter]: value });
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
  });

  it.each(lists)('%s: a cursor twice', async (...operation) => {
    expect(faultOf(await readTwice(operation, 'cursor', 'x'))).toEqual([400, 'bad_request', 'cursor']);
  });
});

interface Filter {
  readonly format?: string;
  readonly enum?: readonly string[];
}

/** A value of each filter that is neither an instant nor one of a few. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ ids: 'x', email: 'x', code: 'x', locationId: 'x', courseId: 'x', roomId: 'x', organizerId: 'x', userId: 'x' },
  ...{ capacity: '1', types: 'user.created', resourceId: 'x', eventId: 'x', status: '5xx', route: '/x' },
  ...{ method: 'POST', from: '2026-09-30T00:00:00Z' },
};
