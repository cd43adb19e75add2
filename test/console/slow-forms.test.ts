import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { requestHead, statusesIn } from '../support/raw-http.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  const bodySpeed = { bytesPerSecond: 1024 * 1024, graceMs: 200 };
  const consoleLimits = { perAddress: 1_000, perSession: 1_000, bodySpeed };
  system = await TestSystem.start({ shape: 'one process', consoleLimits });
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});
afterAll(() => system.stop());

const open = async (path: string, type: string, length = 4_000_000) => {
  const connection = await RawConnection.open(system.port);
  const head = requestHead(`POST ${path}`, {
    origin: system.consoleUrl,
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': type,
    'content-length': `${length}`,
  });
  await connection.send(head);
  return connection;
};

describe('a form that arrives too slowly', () => {
  it.each([
    ['a file', '/console/people/import', 'multipart/form-data; boundary=b', '--b\r\n', 4_000_000],
    ['fields', '/console/people/add', 'application/x-www-form-urlencoded', 'name=A', 60_000],
  ])(
    'with %s ends, whatever it says will come',
    async (_, path, type, begin, length) => {
      const connection = await open(path, type, length);
      await connection.send(begin);
      // Node itself would end it after 30 s.
      expect(statusesIn(await connection.readToEnd())).toEqual([400]);
    },
    25_000,
  );
});

it('a file that arrives is taken', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `p${n}@x.example,${'N'.repeat(200)}`);
  const answer = await visitor.upload('/console/people/import', ['email,name', ...rows].join('\n'));
  expect(answer.status).toBe(303);
});
