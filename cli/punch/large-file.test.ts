import { afterAll, beforeAll, expect, it } from 'vitest';
import { toInstantText } from '../../platform/core/instant.ts';
import { PunchCli } from '../../test/support/cli/punch-cli.ts';
import { importRecords } from '../../test/support/import-records.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const MEMBERS = 200;
const DAYS = 100;
/** Less than the rows alone would need. */
const HEAP_MB = 30;

let system: TestSystem;
let cli: PunchCli;

beforeAll(async () => {
  system = await TestSystem.start();
  cli = await PunchCli.open(system);
});

afterAll(async () => {
  await system?.stop();
  await cli?.close();
});

const codeOf = (member: number) => String(member).padStart(6, '0');

function* rows(): Generator<string> {
  for (let day = 0; day < DAYS; day++) {
    for (const [kind, hour] of [
      ['start', 8],
      ['stop', 16],
    ] as const) {
      const time = toInstantText(Date.UTC(2026, 0, 1 + day, hour));
      for (let member = 0; member < MEMBERS; member++) yield `${codeOf(member)},${kind},${time},,`;
    }
  }
}

it('a file of 40,000 rows is checked and replayed in a small heap', async () => {
  const { client, operator } = await system.newInstitution();
  await importRecords(
    operator,
    'users',
    Array.from({ length: MEMBERS }, (_, member) => ({
      ref: codeOf(member),
      email: `member${member}@example.org`,
      name: 'Member',
      code: codeOf(member),
    })),
  );
  await cli.save([...rows()]);
  const { code, stderr, json } = await cli.run(client, ['--offline', '--json'], {
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(json).toEqual({ rows: 40_000, accepted: 40_000, replayed: 0, refused: 0, unsent: 0 });
}, 300_000);
