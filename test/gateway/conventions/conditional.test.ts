import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { importOneOfEachRecord, type Naming, pathOfRecord } from '../../support/one-of-each-record.ts';
import { hasId, operations, queryNaming } from '../../support/operations.ts';
import { newUser, type TestUser, userOf } from '../../support/test-directory.ts';
import { TestSync } from '../../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

let member: Naming;

/** Conditional requests (decisions 4). */
const system = await TestSystem.start();
const school = await system.newInstitution();
({ member } = await importOneOfEachRecord(school));

const patch = (user: TestUser, ifMatch: string, body: object = { name: 'New' }) =>
  school.client.patch(user.path, body, { ifMatch });

describe('ETag', () => {
  it('is strong, and the same on POST, GET and PATCH of one state', async () => {
    const user = await newUser(school.client);
    expect(user.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect((await school.client.get(user.path)).headers.get('etag')).toBe(user.etag);
    const changed = userOf(await patch(user, user.etag));
    expect(changed.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect((await school.client.get(user.path)).headers.get('etag')).toBe(changed.etag);
  });

  it('is new after every change, and never an old one again', async () => {
    let user = await newUser(school.client, { name: 'A' });
    const tags = [user.etag];
    for (const body of [{ name: 'B' }, { name: 'A' }, { image: 'i' }, { image: null }, { isArchived: true }]) {
      user = userOf(await patch(user, user.etag, body));
      tags.push(user.etag);
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('stays when nothing is changed', async () => {
    const user = await newUser(school.client);
    expect(userOf(await patch(user, user.etag, {})).etag).toBe(user.etag);
    expect((await patch(user, user.etag)).status).toBe(200);
  });

  it('two users never share one', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => newUser(school.client)));
    expect(new Set(users.map(({ etag }) => etag)).size).toBe(10);
  });
});

describe('If-Match', () => {
  it.each([
    ['the tag', (etag: string) => etag],
    ['*', () => '*'],
    ['the tag in a list', (etag: string) => `"a.b", ${etag} ,"c"`],
    ['a list without white space', (etag: string) => `"a.b",${etag}`],
    ['a list with empty members', (etag: string) => `,, ${etag},`],
    ['a list with a weak member', (etag: string) => `W/"a.b", ${etag}`],
    ['a list of a hundred', (etag: string) => [...Array(100).fill('"x.y"'), etag].join(', ')],
  ])('200: %s', async (_, header) => {
    const user = await newUser(school.client);
    expect((await patch(user, header(user.etag))).status).toBe(200);
  });

  it.each([
    ['a tag of before', async (user: TestUser) => (await patch(user, '*', { image: 'i' })) && user.etag],
    ['the tag as a weak one', (user: TestUser) => `W/${user.etag}`],
    ['the tag in a list as a weak one', (user: TestUser) => `"a.b", W/${user.etag}`],
    ['another user’s tag', async () => (await newUser(school.client)).etag],
    ['another institution’s user’s', async () => (await newUser((await system.newInstitution()).client)).etag],
    ['the tag with a character more', (user: TestUser) => `${user.etag.slice(0, -1)}A"`],
    ['the tag with a character less', (user: TestUser) => `${user.etag.slice(0, -2)}"`],
    ['its revision alone', (user: TestUser) => user.etag.replace(/\.[^.]*"$/, '."')],
    ['the beginning of the tag', (user: TestUser) => `${user.etag.slice(0, 20)}"`],
    ['the tag in another case', (user: TestUser) => user.etag.replace(/^.*\./, (revision) => revision.toUpperCase())],
    ['an empty tag', () => '""'],
    ['a lone dot', () => '"."'],
    ['a list of others', () => '"a.b", "c.d"'],
    ['* in quotes', () => '"*"'],
  ])('412: %s; nothing is changed', async (_, header) => {
    const user = await newUser(school.client);
    const ifMatch = await header(user);
    const before = await school.client.get(user.path);
    const { status, body } = await patch(user, ifMatch, { name: 'Never' });
    expect([status, body.code]).toEqual([412, 'precondition_failed']);
    expect((await school.client.get(user.path)).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it.each([
    ['nothing', () => ''],
    ['white space', () => ' , '],
    ['the tag without quotes', (etag: string) => etag.slice(1, -1)],
    ['the tag with one quote', (etag: string) => etag.slice(0, -1)],
    ['the tag with single quotes', (etag: string) => etag.replaceAll('"', "'")],
    ['the tag with a lower-case weakness', (etag: string) => `w/${etag}`],
    ['what is no tag', () => 'yes please'],
    ['the tag, and what is none', (etag: string) => `${etag}, abc`],
    ['what is no tag, and the tag', (etag: string) => `abc, ${etag}`],
    ['* in a list', (etag: string) => `*, ${etag}`],
    ['the tag, and *', (etag: string) => `${etag}, *`],
  ])('400 at the header: %s; for an unknown record, too', async (_, header) => {
    const user = await newUser(school.client);
    const ifMatch = header(user.etag);
    for (const path of [user.path, `/users/${crypto.randomUUID()}`]) {
      const { status, body } = await school.client.patch(path, { name: 'Never' }, { ifMatch });
      expect([status, body.code]).toEqual([400, 'bad_request']);
      expect(body.errors).toMatchObject([{ field: 'If-Match', pointer: '', code: 'invalid_string' }]);
      expect((await school.client.get(path, { ifMatch })).body.errors).toEqual(body.errors);
    }
    expect((await school.client.get(user.path)).headers.get('etag')).toBe(user.etag);
  });

  it.each(['abc', '*, "a"', '"a', '"a" "b"'])('400 at If-None-Match, too: %s', async (header) => {
    const user = await newUser(school.client);
    const headers = { 'if-none-match': `${user.etag}, ${header}` };
    const sync = await TestSync.create(system, school, randomUUID());
    const { id } = await sync.newUser();
    const answers = [
      await school.client.get(user.path, { headers }),
      await school.client.patch(user.path, { name: 'Never' }, { ifMatch: user.etag, headers }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'bad_request']);
      expect(body.errors).toMatchObject([{ field: 'If-None-Match', pointer: '', code: 'invalid_string' }]);
    }
    expect((await fetch(`${system.url}/docs`, { headers })).status).toBe(400);
    expect((await sync.get(`/Users/${id}`, headers)).status).toBe(400);
    expect((await sync.send('DELETE', `/Users/${id}`, undefined, { 'if-match': header })).status).toBe(400);
  });

  it('on a POST is ignored', async () => {
    const body = { email: `${crypto.randomUUID()}@school.example`, name: 'Ada' };
    expect((await school.client.post('/users', body, { ifMatch: '"x"' })).status).toBe(201);
  });
});

describe('If-None-Match', () => {
  const reads = operations.filter(([, endpoint]) => endpoint.kind === 'read' && hasId(endpoint));

  async function living(endpoint: Endpoint): Promise<{ path: string; query: Naming; etag: string }> {
    const path = await pathOfRecord(school.client, endpoint, { member });
    const query = queryNaming(endpoint, member);
    return { path, query, etag: (await school.client.get(path, { query })).headers.get('etag') ?? '' };
  }

  it.each(reads)('%s: 304 for the tag in every form of it, without a body', async (_, endpoint) => {
    const { path, query, etag } = await living(endpoint);
    for (const header of [etag, `W/${etag}`, '*', ` * `, `"a", ${etag}`, `"a",W/${etag},"b"`, `,${etag},`]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await school.client.send(method, path, { query, headers: { 'if-none-match': header } });
        expect([header, answer.status, answer.text]).toEqual([header, 304, '']);
        expect(answer.headers.get('etag')).toBe(etag);
        // Of a 304 it would be the length of the 200.
        expect(answer.headers.get('content-length')).toBeNull();
      }
    }
  });

  it('on a list and on a POST is ignored', async () => {
    const headers = { 'if-none-match': '*' };
    expect((await school.client.get('/users', { headers })).status).toBe(200);
    const body = { email: `${crypto.randomUUID()}@school.example`, name: 'Ada' };
    expect((await school.client.post('/users', body, { headers })).status).toBe(201);
  });

  it('412: a write of what it names, and nothing is changed', async () => {
    const user = await newUser(school.client);
    const patchUnless = (header: string, ifMatch = '*') =>
      school.client.patch(user.path, { name: 'New' }, { ifMatch, headers: { 'if-none-match': header } });
    for (const header of ['*', user.etag, `W/${user.etag}`, `"a.b", ${user.etag}`]) {
      const { status, body } = await patchUnless(header);
      expect([header, status, body.code]).toEqual([header, 412, 'precondition_failed']);
      expect(body.detail).toContain('If-None-Match');
    }
    expect((await school.client.get(user.path)).headers.get('etag')).toBe(user.etag);
    expect((await patchUnless('"a.b"', '"a.b"')).body.detail).not.toContain('If-None-Match');
    for (const header of ['"a.b"', '']) expect((await patchUnless(header)).status).toBe(200);
    expect((await patchUnless(user.etag)).status).toBe(200);
  });

  it('does not make up for a required If-Match', async () => {
    const user = await newUser(school.client);
    for (const header of ['*', user.etag, '"a.b"']) {
      const headers = { 'if-none-match': header };
      expect((await school.client.patch(user.path, { name: 'New' }, { headers })).status).toBe(428);
    }
  });

  it('is honoured where If-Match is optional', async () => {
    const { client } = school;
    const [program] = (await client.get('/continuing-education')).body.data;
    const [version] = (await client.get(`/continuing-education/${program.id}/versions`)).body.data;
    const path = `/continuing-education/${program.id}/versions/${version.id}`;
    const etag = (await client.get(path)).headers.get('etag') ?? '';
    const rename = (name: string, header: string) =>
      client.patch(path, { name }, { headers: { 'if-none-match': header } });
    expect((await rename('Two', etag)).status).toBe(412);
    expect((await rename('Two', '"a.b"')).status).toBe(200);
    expect((await rename('Three', etag)).status).toBe(200);
    expect((await rename('Four', '*')).status).toBe(412);
  });
});

describe('conditions of reads', () => {
  // The other tests have used much of the minute's requests.
  let other: TestInstitution;
  let person: Naming;
  const reads = operations.filter(([, endpoint]) => endpoint.kind === 'read' && hasId(endpoint));

  beforeAll(async () => {
    other = await system.newInstitution();
    ({ member: person } = await importOneOfEachRecord(other));
  });

  it.each(reads)('%s: as the standard compares tags, If-Match first', async (_, endpoint) => {
    const path = await pathOfRecord(other.client, endpoint, { member: person });
    const query = queryNaming(endpoint, person);
    const etag = (await other.client.get(path, { query })).headers.get('etag') ?? '';
    const opaque = etag.slice(1, -1);
    const part = fc.constantFrom(opaque, ...opaque.split('.'), '.', 'x', '', opaque.toUpperCase());
    const tag = fc.record({
      isWeak: fc.boolean(),
      opaque: fc.oneof(
        fc.constant(opaque),
        fc.array(part).map((all) => all.join('')),
      ),
    });
    const tags = fc.option(fc.array(tag, { minLength: 1, maxLength: 3 }), { nil: undefined });
    const header = (all: readonly { isWeak: boolean; opaque: string }[]) =>
      all.map((each) => `${each.isWeak ? 'W/' : ''}"${each.opaque}"`).join(', ');
    await fc.assert(
      fc.asyncProperty(tags, tags, fc.constantFrom('GET', 'HEAD'), async (required, known, method) => {
        const isRequired = required?.some((each) => !each.isWeak && each.opaque === opaque) ?? true;
        const isKnown = known?.some((each) => each.opaque === opaque) ?? false;
        const headers = {
          ...(required && { 'if-match': header(required) }),
          ...(known && { 'if-none-match': header(known) }),
        };
        const { status } = await other.client.send(method, path, { query, headers });
        expect(status).toBe(!isRequired ? 412 : isKnown ? 304 : 200);
      }),
      { numRuns: 12 },
    );
  });

  it.each(['/docs', '/docs/guides', '/api/v4/openapi.json', '/favicon.ico'])('%s, too', async (path) => {
    const send = (method: string, headers: Record<string, string>) =>
      fetch(`${system.url}${path}`, { method, headers });
    const etag = (await send('GET', {})).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const known = await send(method, { 'if-none-match': etag });
      expect([known.status, known.headers.get('content-length')]).toEqual([304, null]);
      expect((await send(method, { 'if-match': etag })).status).toBe(200);
      expect((await send(method, { 'if-match': '"x"', 'if-none-match': etag })).status).toBe(412);
      expect((await send(method, { 'if-match': 'x' })).status).toBe(400);
    }
    expect(Number((await send('HEAD', {})).headers.get('content-length'))).toBeGreaterThan(0);
  });
});
