import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest, operations, pathNaming } from '../support/operations.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { TestPrograms } from '../support/test-programs.ts';

/** Errors of the operations on programs, by status. */
let programs: TestPrograms;

beforeAll(async () => {
  programs = await TestPrograms.start();
});
afterAll(() => programs.stop());

const all = operations.filter(([, { path }]) => /^\/continuing-education\b/.test(path));
const ids = () => ({ id: programs.id('programs/care'), versionId: programs.id('programVersions/care-26') });
const seen = ({ status, body }: TestAnswer) => [status, body.code];

it('the operations on programs are these', () => {
  expect(all.map(([name]) => name)).toEqual([
    'GET /continuing-education',
    'POST /continuing-education',
    'GET /continuing-education/{id}',
    'GET /continuing-education/{id}/versions',
    'POST /continuing-education/{id}/versions',
    'GET /continuing-education/{id}/versions/{versionId}',
    'PATCH /continuing-education/{id}/versions/{versionId}',
  ]);
});

describe('404', () => {
  it.each(all.filter(([, { path }]) => path.includes('{versionId}')))(
    '%s: a version of another program, and what is no version',
    async (_, endpoint) => {
      const request = exampleRequest(endpoint);
      const send = (others: object) =>
        programs.school.client.send(endpoint.method, pathNaming(endpoint, { ...ids(), ...others }), request);
      for (const others of [
        { id: programs.id('programs/data') },
        { versionId: programs.id('programs/care') },
        { versionId: programs.id('cohorts/autumn') },
        { id: programs.id('programVersions/care-26') },
        { versionId: randomUUID() },
      ])
        expect([others, ...seen(await send(others))]).toEqual([others, 404, 'resource_not_found']);
    },
  );

  it('comes before 412, and after a fault of the body', async () => {
    const path = `${programs.path()}/versions/${randomUUID()}`;
    const patch = (json: object) => programs.school.client.patch(path, json, { ifMatch: '"x"' });
    expect(seen(await patch({ name: 'N' }))).toEqual([404, 'resource_not_found']);
    expect(seen(await patch({ name: '' }))).toEqual([422, 'validation_failed']);
  });
});

describe('409', () => {
  it.each(all.filter(([, endpoint]) => endpoint.kind === 'write' && endpoint.idempotencyKey))(
    '%s: a key whose first request still runs',
    async (_, endpoint) => {
      const request = exampleRequest(endpoint);
      const once = () => programs.school.client.send(endpoint.method, pathNaming(endpoint, ids()), request);
      const held = await HeldTable.hold(programs.system.databases.url('curricula'), 'program_versions');
      const running = once();
      await held.waiters(1);
      const answer = await once();
      await held.release();
      expect([...seen(answer), answer.headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
      expect((await running).status).toBe(201);
      expect((await once()).text).toBe((await running).text);
    },
  );
});
