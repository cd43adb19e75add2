import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem, type TestInstitution } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
});
afterAll(() => system.stop());

const email = () => `${crypto.randomUUID()}@school.example`;

describe('POST /users', () => {
  it('201: returns the user with ETag and meta', async () => {
    const address = email();
    const answer = await school.client.post('/users', { email: address, firstName: 'Ada', lastName: 'Albrecht', code: 'NH-1' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: address,
      name: 'Ada Albrecht',
      firstName: 'Ada',
      lastName: 'Albrecht',
      image: null,
      code: 'NH-1',
      isArchived: false,
      createdAt: '2026-10-05T08:00:00.000Z',
      updatedAt: '2026-10-05T08:00:00.000Z',
    });
    expect(answer.body.meta).toEqual({ requestId: answer.headers.get('x-request-id'), timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' });
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);

    const read = await school.client.get(`/users/${answer.body.data.id}`);
    expect(read.status).toBe(200);
    expect(read.body.data).toEqual(answer.body.data);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  it('201 again: 50 parallel requests with one key make one user and give one answer', async () => {
    const body = { email: email(), name: 'Parallel' };
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => school.client.post('/users', body, { key })));
    const created = answers.filter(({ status }) => status === 201);
    const inFlight = answers.filter(({ status }) => status === 409);
    expect(created.length + inFlight.length).toBe(50);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(({ body: { data } }) => data.id)).size).toBe(1);
    for (const { headers } of inFlight) expect(headers.get('retry-after')).toBe('1');
    const replay = await school.client.post('/users', body, { key });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(created.some(({ text }) => text === replay.text)).toBe(true);
  });
});
