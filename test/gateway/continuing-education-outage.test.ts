import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../support/operations.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { TestPrograms } from '../support/test-programs.ts';

let programs: TestPrograms;

beforeAll(async () => {
  programs = await TestPrograms.start({ requestTimeoutMs: 1_000 });
});
afterAll(() => programs.stop());

const outages = [
  ['curricula', 'programs, program_versions', () => true],
  // Responsible users come from directory.
  ['directory', 'users', (name: string) => /^GET \S+n(\/\{id\})?$/.test(name)],
] as const;

it.each(outages)(
  '503: while %s does not answer; the same requests succeed when it does',
  async (service, tables, needs) => {
    const ids: Record<string, string> = {
      id: programs.id('programs/care'),
      versionId: programs.id('programVersions/care-26'),
    };
    const all = operations.filter(([, { path }]) => /^\/continuing-education\b/.test(path));
    const requests = all.map(([name, endpoint]) => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? '');
      const request = endpoint.kind === 'write' ? { json: endpoint.bodyExample, key: randomUUID() } : {};
      return { name, once: () => programs.school.client.send(endpoint.method, path, request) };
    });
    const held = await HeldTable.hold(programs.system.databases.url(service), tables, 'reads');
    const answers = await Promise.all(requests.map(async ({ name, once }) => ({ name, answer: await once() }))).finally(
      () => held.release(),
    );
    for (const { name, answer } of answers) {
      if (!needs(name)) expect([name, answer.status < 300]).toEqual([name, true]);
      else
        expect([name, answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
          name,
          503,
          'internal_error',
          '1',
        ]);
    }
    for (const { once } of requests) expect((await once()).status).toBeLessThan(300);
  },
);
