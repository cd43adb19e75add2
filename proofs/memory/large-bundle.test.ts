import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportCli } from '../../test/support/cli/import-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const USERS = 100_000;
/** Well below Node's default heap, and below what services leave free on a small machine. */
const HEAP_MB = 200;

let system: TestSystem;
let cli: ImportCli;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  cli = await ImportCli.open(system);
});

afterAll(async () => {
  await system?.stop();
  await cli?.close();
});

function largeBundle() {
  return {
    institution: { ref: 'large', name: 'Large', settings: { user_code_format: 'L-[0][0][0][0][0][0]' } },
    users: Array.from({ length: USERS }, (_, index) => ({
      ref: `u${index}`,
      email: `user${index}@large.example`,
      firstName: `Zoë ${index}`,
      lastName: 'Łukasiewicz',
      code: `L-${String(index).padStart(6, '0')}`,
    })),
    userGroups: Array.from({ length: 100 }, (_, group) => ({
      ref: `g${group}`,
      name: `Group ${group}`,
      members: Array.from({ length: USERS / 100 }, (_, index) => `u${group * (USERS / 100) + index}`),
    })),
  };
}

it('a bundle of 100,000 users is checked and imported in a small heap', async () => {
  const path = await cli.save(largeBundle());
  const { code, stderr, json } = await cli.run(['import', path, '--json'], {
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(Object.keys(json.ids.users)).toHaveLength(USERS);
  expect(Object.keys(json.ids.userGroups)).toHaveLength(100);
  const client = await system.newClient(json.institutionId);
  const { body } = await client.get('/users', { query: { code: 'l-099999' } });
  expect(body.data).toEqual([expect.objectContaining({ id: json.ids.users.u99999, name: 'Zoë 99999 Łukasiewicz' })]);
}, 300_000);
