import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest, operations, pathNaming } from '../../support/operations.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { TestCurricula } from '../../support/test-curricula.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestPrograms } from '../../support/test-programs.ts';
import type { TestSystem } from '../../support/test-system.ts';

/** Operations whose service does not answer in time: 503, and the same requests succeed when it does. */
const operationsBelow = (path: string) => operations.filter(([, endpoint]) => endpoint.path.startsWith(path));

/** The answers to requests that are sent while a service cannot read its tables. */
async function answersWithout(
  { databases }: TestSystem,
  service: string,
  tables: string,
  requests: readonly (() => Promise<TestAnswer>)[],
): Promise<TestAnswer[]> {
  const held = await HeldTable.hold(databases.url(service), tables, 'reads');
  return Promise.all(requests.map((request) => request())).finally(() => held.release());
}

const seen = ({ status, body, headers }: TestAnswer) => [status, body.code, headers.get('retry-after')];
const UNAVAILABLE = [503, 'internal_error', '1'];

describe('programs', () => {
  let programs: TestPrograms;

  beforeAll(async () => {
    programs = await TestPrograms.start({ requestTimeoutMs: 1_000 });
  });
  afterAll(() => programs.stop());

  it.each([
    ['curricula', 'programs, program_versions', () => true],
    // Responsible users come from directory.
    ['directory', 'users', (name: string) => /^GET \S+n(\/\{id\})?$/.test(name)],
  ] as const)('503: while %s does not answer', async (service, tables, needs) => {
    const ids = { id: programs.id('programs/care'), versionId: programs.id('programVersions/care-26') };
    const named = operationsBelow('/continuing-education').map(([name, endpoint]) => {
      const request = exampleRequest(endpoint);
      return {
        name,
        send: () => programs.school.client.send(endpoint.method, pathNaming(endpoint, ids), request),
      };
    });
    expect(named).toHaveLength(7);
    const requests = named.map(({ send }) => send);
    const answers = await answersWithout(programs.system, service, tables, requests);
    for (const [index, { name }] of named.entries()) {
      const answer = answers[index] as TestAnswer;
      if (needs(name)) expect([name, ...seen(answer)]).toEqual([name, ...UNAVAILABLE]);
      else expect([name, answer.status < 300]).toEqual([name, true]);
    }
    for (const request of requests) expect((await request()).status).toBeLessThan(300);
  });
});

describe('curricula', () => {
  let curricula: TestCurricula;

  beforeAll(async () => {
    curricula = await TestCurricula.start({ requestTimeoutMs: 1_000 });
  });
  afterAll(() => curricula.stop());

  it('503: every operation while the database does not answer', async () => {
    const ids = { id: curricula.id('curricula/science'), versionId: curricula.id('curriculaVersions/first') };
    const requests = operationsBelow('/curricula').map(([, endpoint]) => {
      const request = exampleRequest(endpoint);
      return () => curricula.school.client.send(endpoint.method, pathNaming(endpoint, ids), request);
    });
    expect(requests).toHaveLength(6);
    const tables = 'curricula, curriculum_versions';
    const answers = await answersWithout(curricula.system, 'curricula', tables, requests);
    expect(answers.map(seen)).toEqual(requests.map(() => UNAVAILABLE));
    for (const request of requests) expect((await request()).status).toBeLessThan(300);
    const { body } = await curricula.get(`${curricula.versionPath()}/pathways`);
    expect(body.data).toHaveLength(4);
  });
});
