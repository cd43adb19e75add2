import { describe, expect, it } from 'vitest';
import { sendRaw } from '../../support/raw-http.ts';
import { newEmail, newUser } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** How the gateway handles text, numbers and JSON anywhere in a request (decisions 1.2, 1.5 to 1.8). */
const system = await TestSystem.start();
const school = await system.newInstitution();
const user = await newUser(school.client);

const post = (text: string | Uint8Array): Promise<TestAnswer> =>
  school.client.send('POST', '/users', { text, key: true });
const patch = (text: string): Promise<TestAnswer> => school.client.send('PATCH', user.path, { text, ifMatch: '*' });
const faults = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  body.errors?.map((fault: { pointer: string }) => fault.pointer),
];
const json = (members: string) => `{"email":"${newEmail()}","name":"Ada",${members}}`;

describe('JSON', () => {
  it('a byte order mark is ignored', async () => {
    expect((await post(`\ufeff${json('"code":null')}`)).status).toBe(201);
  });

  it('white space around and inside', async () => {
    expect((await post(` \r\n\t{ "email" :\n"${newEmail()}" ,\t"name" : "Ada" } \n`)).status).toBe(201);
  });

  it('escapes of all kinds', async () => {
    const { body } = await post(json(String.raw`"firstName":"\u0041\/\"\\\b\f\n\r\t\ud83c\udf93"`));
    expect(body.data.firstName).toBe('A/"\\\b\f\n\r\t🎓');
  });

  it('the last of several properties of one name counts', async () => {
    const { body } = await post(json('"lastName":1,"lastName":"Berg"'));
    expect(body.data.lastName).toBe('Berg');
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('nested %s: 64 levels are a value, with more the body is malformed', async (_, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}"\\u0000"${close.repeat(depth)}`;
    expect([(await post(nested(64))).status, (await patch(`{"code":${nested(63)}}`)).status]).toEqual([422, 422]);
    for (const answer of [await post(nested(65)), await patch(`{"code":${nested(64)}}`), await post(nested(40_000))])
      expect(faults(answer)).toEqual([400, 'bad_request', undefined]);
    expect((await post(json(`"lastName":"${'['.repeat(100)}"`))).status).toBe(201);
  });

  it('10,000 values are a body, one more is too many', async () => {
    // The body, and its one list.
    const list = (items: number) => `{"code":[${Array(items).fill('{}').join()}]}`;
    expect(faults(await patch(list(9_998)))).toEqual([422, 'validation_failed', ['/code']]);
    expect(faults(await patch(list(9_999)))).toEqual([413, 'bad_request', undefined]);
    const properties = (count: number) => `{${Array.from({ length: count }, (_, n) => `"p${n}":1`).join()}}`;
    const many = await post(properties(9_999));
    expect([many.status, many.body.errors.length]).toEqual([422, 100]);
    expect(faults(await post(properties(10_000)))).toEqual([413, 'bad_request', undefined]);
    expect((await post(json(`"lastName":"${'x,'.repeat(60)}"`))).status).toBe(201);
  });

  it.each(['1e400', '-1e400', '123456789012345678901234567890', '1e-400', '0.1', '-0', '1.0', '1E2'])(
    'the number %s where a text belongs',
    async (number) => {
      expect(faults(await post(json(`"code":${number}`)))).toEqual([422, 'validation_failed', ['/code']]);
      expect(faults(await patch(`{"isArchived":${number}}`))).toEqual([422, 'validation_failed', ['/isArchived']]);
    },
  );

  it('__proto__ is not stored', async () => {
    const { status, body } = await post(`{"__proto__":{"email":"${newEmail()}","name":"Ada"}}`);
    expect(status).toBe(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/__proto__', '/email']);
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });
});

describe('U+0000 and lone surrogates', () => {
  const bad = ['\\u0000', '\\ud800', '\\udfff', 'a\\ud800b', '\\udc00\\ud800', 'x\\u0000'];

  it.each(bad)('"%s" in the name of a property', async (text) => {
    expect(faults(await patch(`{"${text}":1}`)).slice(0, 2)).toEqual([422, 'validation_failed']);
    expect(faults(await post(json(`"code":{"${text}":1}`))).slice(0, 2)).toEqual([422, 'validation_failed']);
  });

  it('a body that is such a text alone, or has one deep inside', async () => {
    expect(faults(await patch('{"code":[{"deep":"a\\u0000"}]}'))).toEqual([422, 'validation_failed', ['/code/0/deep']]);
    expect(faults(await post('"\\u0000"'))).toEqual([422, 'validation_failed', ['']]);
  });

  it.each(['%00', 'a%00b', '%ED%A0%80', '%ED%BF%BF', '%ff', '%C0%80', '%', '%zz'])('%s in a query', async (text) => {
    for (const name of ['email', 'code', 'updatedSince', 'limit', 'fields']) {
      expect(faults(await school.client.get(`/users?${name}=${text}`))).toEqual([400, 'bad_request', [`/${name}`]]);
    }
    const cursor = await school.client.get(`/users?cursor=${text}`);
    expect([cursor.status, cursor.body.code]).toEqual([400, 'invalid_cursor']);
    expect((await school.client.get(`/users?other=${text}&${text}=1`)).status).toBe(200);
  });

  it.each(['%00', '%ED%A0%80', 'a%00', '%ff'])('%s in a path', async (text) => {
    expect(faults(await school.client.get(`/users/${text}`))).toEqual([422, 'validation_failed', ['/id']]);
    expect((await school.client.get(`/${text}`)).status).toBe(404);
  });

  it('bytes beyond ASCII in headers are refused or ignored, never a 500', async () => {
    const odd = '\xff\x80\xc3';
    const send = (method: string, headers: Record<string, string>, body = '') =>
      sendRaw(
        system.port,
        `${method} /api/v4${method === 'POST' ? '/users' : user.path} HTTP/1.1`,
        { authorization: school.client.authorization, ...headers },
        body,
      );
    expect((await send('GET', { 'x-request-id': odd })).status).toBe(200);
    expect((await send('GET', { 'if-none-match': `"${odd}"` })).status).toBe(200);
    expect((await send('GET', { authorization: `Basic ${odd}` })).status).toBe(401);
    const body = json('"code":null');
    const written = { 'content-type': 'application/json', 'content-length': String(body.length) };
    expect((await send('POST', { ...written, 'idempotency-key': odd }, body)).status).toBe(201);
    expect((await send('POST', { ...written, 'content-type': odd }, body)).status).toBe(415);
    expect((await send('PATCH', { ...written, 'content-length': '2', 'if-match': odd }, '{}')).status).toBe(400);
  });
});

describe('texts', () => {
  it('are stored and returned unchanged, without trimming', async () => {
    for (const name of [
      ' x',
      'x ',
      '\tx',
      '\u00a0x',
      'x\u2028',
      '\ufeffx',
      'e\u0301',
      'é',
      '\uffff',
      '\u{10ffff}',
      '\\u0000',
    ]) {
      const { body } = await school.client.patch(user.path, { name }, { ifMatch: '*' });
      expect(body.data.name).toBe(name);
      expect((await school.client.get(user.path)).body.data.name).toBe(name);
    }
  });
});

describe('names on the wire', () => {
  it('nullable fields are there, with null', async () => {
    const { data } = await newUser(school.client);
    expect([data.firstName, data.lastName, data.image, data.code]).toEqual([null, null, null, null]);
  });

  it('instance and errors of a problem are left out when there are none', async () => {
    const { body } = await school.client.get('/nothing', { headers: { 'x-request-id': 'own' } });
    expect(Object.keys(body)).toEqual(['type', 'code', 'title', 'status', 'detail']);
  });

  it('the type of a problem leads to its page', async () => {
    const { body } = await school.client.get('/nothing');
    const page = await fetch(body.type.replace('localhost', '127.0.0.1'));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('resource_not_found');
  });
});
