import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { query } from '../../support/postgres/query.ts';
import { LogLines } from '../../support/process/log-lines.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { readAnswer } from '../../support/test-client.ts';
import { newEmail } from '../../support/test-directory.ts';
import { TestSystem, type TestSystemOptions } from '../../support/test-system.ts';

/** Errors (decisions 3): their pages, their type, and the content of internal errors. */
let system: TestSystem;

/** A separate system for each test: some are broken on purpose. */
async function start(options: TestSystemOptions = {}): Promise<void> {
  system = await TestSystem.start(options);
  onTestFinished(() => system.stop());
}

describe('the type of a problem', () => {
  const typeOf = async () => (await readAnswer(await fetch(`${system.url}/nothing`))).body.type;

  it('begins with the gateway’s own address by default, and its page is there', async () => {
    await start();
    expect(await typeOf()).toBe(`http://localhost:${system.port}/errors/resource_not_found`);
  });

  it('begins with the public address where one is configured', async () => {
    await start({ publicUrl: 'https://api.school.example' });
    expect(await typeOf()).toBe('https://api.school.example/errors/resource_not_found');
  });

  it('begins with the address of the errors where one is configured; the pages stay', async () => {
    await start({ publicUrl: 'https://api.school.example', errorsBaseUrl: 'https://docs.school.example/codes' });
    expect(await typeOf()).toBe('https://docs.school.example/codes/resource_not_found');
    expect((await fetch(`${system.url}/errors/conflict`)).status).toBe(200);
  });
});

describe('the codes', () => {
  it('are the closed set of the specification, each with its statuses', () => {
    expect(Object.fromEntries(Object.entries(problemCodes).map(([code, { statuses }]) => [code, statuses]))).toEqual({
      bad_request: [400, 405, 413, 414, 415, 431],
      unauthorized: [401],
      forbidden: [403],
      resource_not_found: [404, 410],
      conflict: [409],
      validation_failed: [422],
      idempotency_key_reused: [422],
      rate_limit_exceeded: [429],
      internal_error: [500, 503],
      institution_frozen: [503],
      institution_moved: [421],
      invalid_cursor: [400],
      precondition_failed: [412],
      precondition_required: [428],
    });
  });

  it('have a page each, with meaning and what to do', async () => {
    await start();
    for (const [code, { title, statuses }] of Object.entries(problemCodes)) {
      const response = await fetch(`${system.url}/errors/${code}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const page = await response.text();
      for (const text of [code, title, ...statuses.map(String), 'What to do']) expect(page).toContain(text);
    }
  });
});

describeInOneProcess('reads the log of all', 'a failure of ours, and its log', () => {
  it('is a 500 without its cause; the log has the cause and the request id, and no secret, header or body', async () => {
    const logged = new LogLines();
    await start({ log: pino({ level: 'info' }, logged) });
    const { id, client } = await system.newInstitution();
    await query(system.databases.url('directory'), 'ALTER TABLE users RENAME TO moved');
    const body = { email: newEmail(), name: 'Confidential', code: 'Badge 7' };
    for (const [method, path] of [
      ['POST', '/users'],
      ['GET', '/users'],
      ['GET', `/users/${id}`],
    ] as const) {
      logged.text = '';
      logged.lines.length = 0;
      const response = await fetch(`${system.url}/api/v4${path}`, {
        method,
        headers: {
          authorization: client.authorization,
          'content-type': 'application/json',
          'idempotency-key': 'key-of-the-test',
        },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      });
      const requestId = response.headers.get('x-request-id');
      expect([response.status, response.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
      expect(await response.json()).toEqual({
        type: `http://localhost:${system.port}/errors/internal_error`,
        code: 'internal_error',
        title: 'Internal error',
        status: 500,
        detail: 'Something went wrong on our side.',
        instance: `urn:uuid:${requestId}`,
      });
      const failure = JSON.stringify(logged.lines.filter((line) => line.requestId === requestId));
      expect(failure).toContain('relation \\"users\\" does not exist');
      expect(failure).toContain(id);
      for (const secret of [client.clientSecret, client.authorization.slice(6), body.email, body.name, body.code]) {
        expect(logged.text).not.toContain(secret);
      }
    }
  });
});

describe('a failure of ours', () => {
  it('leaves the key free: nothing was created', async () => {
    await start();
    const { client } = await system.newInstitution();
    const databaseUrl = system.databases.url('directory');
    const body = { email: newEmail(), name: 'Ada' };
    await query(databaseUrl, 'ALTER TABLE outbox RENAME TO moved');
    await expect(client.post('/users', body, { key: 'k' })).rejects.toThrow('500');
    await query(databaseUrl, 'ALTER TABLE moved RENAME TO outbox');
    expect((await client.get('/users')).body.data).toEqual([]);
    const answer = await client.post('/users', body, { key: 'k' });
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });
});
