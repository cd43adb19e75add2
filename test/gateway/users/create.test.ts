import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeSettings, newEmail, newUser, withoutFields } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start();
const [school, formatted] = await Promise.all([system.newInstitution(), system.newInstitution()]);
await changeSettings(formatted, { userCodeFormat: 'NH.[0][0][0]-[0]' });

const post = (body: unknown, headers: Record<string, string> = {}) => school.client.post('/users', body, { headers });

describe('POST /users', () => {
  it('201: the user, with meta and ETag; GET shows the same', async () => {
    const email = newEmail();
    const answer = await post({
      email,
      firstName: 'Ada',
      lastName: 'Albrecht',
      image: 'https://x.example/a',
      code: 'A1',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        ...withoutFields,
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        email,
        name: 'Ada Albrecht',
        firstName: 'Ada',
        lastName: 'Albrecht',
        image: 'https://x.example/a',
        code: 'A1',
        isArchived: false,
        createdAt: '2026-10-05T08:00:00.000Z',
        updatedAt: '2026-10-05T08:00:00.000Z',
      },
      meta: {
        requestId: answer.headers.get('x-request-id'),
        timestamp: '2026-10-05T08:00:00.000Z',
        version: 'v4',
      },
    });
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);

    const read = await school.client.get(`/users/${answer.body.data.id}`);
    expect(read.body.data).toEqual(answer.body.data);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  it.each([
    ['only an own name', { name: 'Ada' }, { name: 'Ada', firstName: null, lastName: null, image: null, code: null }],
    ['only a first name', { firstName: 'Ada' }, { name: 'Ada', firstName: 'Ada', lastName: null }],
    ['only a last name', { lastName: 'Albrecht' }, { name: 'Albrecht', firstName: null, lastName: 'Albrecht' }],
    [
      'an own name beside the others',
      { name: 'A.', firstName: 'Ada', lastName: 'B' },
      { name: 'A.', firstName: 'Ada' },
    ],
    [
      'null for what may be null',
      { name: 'A', firstName: null, lastName: null, image: null, code: null },
      { code: null },
    ],
    ['white space, which stays', { name: ' Ada ', code: ' a 1 ' }, { name: ' Ada ', code: ' a 1 ' }],
    ['all of Unicode', { name: '🎓 Ünï\u0301 \u202e\uffff' }, { name: '🎓 Ünï\u0301 \u202e\uffff' }],
    ['the longest of all', { name: '𝔁'.repeat(255), image: 'x'.repeat(2048) }, { name: '𝔁'.repeat(255) }],
    ['markup and quotes', { name: `<b>"'\\\u2028; DROP TABLE users` }, { name: `<b>"'\\\u2028; DROP TABLE users` }],
  ])('201: %s', async (_, body, shown) => {
    const answer = await post({ email: newEmail(), ...body });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject(shown);
  });

  it('201: email as given, upper case and all', async () => {
    const email = `Ada+${newEmail().toUpperCase()}`;
    expect((await post({ email, name: 'Ada' })).body.data.email).toBe(email);
  });

  it('201: a code that has the institution’s format', async () => {
    const answer = await formatted.client.post('/users', { email: newEmail(), name: 'Ada', code: 'NH.012-9' });
    expect([answer.status, answer.body.data.code]).toEqual([201, 'NH.012-9']);
  });

  it('201: none, and code as null, where the institution has a format', async () => {
    for (const code of [{}, { code: null }]) {
      expect((await formatted.client.post('/users', { email: newEmail(), name: 'Ada', ...code })).status).toBe(201);
    }
  });

  it('201: email and code of another institution’s user', async () => {
    const other = await system.newInstitution();
    const body = { email: newEmail(), name: 'Ada', code: randomUUID() };
    expect((await post(body)).status).toBe(201);
    expect((await other.client.post('/users', body)).status).toBe(201);
  });

  it('409: the email of another user, in any case', async () => {
    const { data } = await newUser(school.client, { email: `Ünïque-${newEmail()}` });
    for (const email of [data.email, data.email.toUpperCase(), data.email.toLowerCase(), data.email.normalize('NFD')]) {
      const { status, body } = await post({ email, name: 'Other' });
      expect([email, status, body.code]).toEqual([email, 409, 'conflict']);
    }
  });

  it('409: the code of another user, trimmed and in any case', async () => {
    await newUser(school.client, { code: ' Badge 7 ' });
    for (const code of [' Badge 7 ', 'Badge 7', 'badge 7', '\tBADGE 7\u00a0']) {
      const { status, body } = await post({ email: newEmail(), name: 'Other', code });
      expect([code, status, body.code]).toEqual([code, 409, 'conflict']);
    }
    expect((await post({ email: newEmail(), name: 'Other', code: 'badge  7' })).status).toBe(201);
  });

  it('409: email and code of an archived user', async () => {
    const { path, etag, data } = await newUser(school.client, { code: randomUUID() });
    await school.client.patch(path, { isArchived: true }, { ifMatch: etag });
    expect((await post({ email: data.email, name: 'Other' })).status).toBe(409);
    expect((await post({ email: newEmail(), name: 'Other', code: data.code })).status).toBe(409);
  });

  it.each([
    ['email', () => ({ email: `Race-${newEmail()}` })],
    ['code', () => ({ code: `Race ${randomUUID()}` })],
  ])('409: of twenty parallel creations with one %s one succeeds', async (name, shared) => {
    const body = { ...shared() } as Record<string, string>;
    const variants = [body[name] ?? '', (body[name] ?? '').toUpperCase()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post({ email: newEmail(), name: 'R', [name]: variants[n % 2] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('POST /users: 422', () => {
  it.each([{}, { firstName: null }, { firstName: null, lastName: null }])('no name at all: %j', async (names) => {
    const { status, body } = await post({ email: newEmail(), ...names });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ pointer: '/name', code: 'required' })]]);
  });

  it.each(['NH.0123', 'nh.012-3', ' NH.012-3', 'NH.012-3 ', 'NH.01a-3', 'NH.٠١٢-3', 'NHx012-3', 'XNH.012-3'])(
    'a code that has not the institution’s format: "%s"',
    async (code) => {
      const { status, body } = await formatted.client.post('/users', { email: newEmail(), name: 'Ada', code });
      expect([status, body.code, body.errors]).toEqual([
        422,
        'validation_failed',
        [expect.objectContaining({ pointer: '/code', field: 'code', code: 'invalid_string' })],
      ]);
    },
  );
});
