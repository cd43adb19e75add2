import { afterAll, beforeEach, expect, it } from 'vitest';
import { ImportCli } from '../../test/support/cli/import-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';

let name = 0;

/** A person is in at most 100 groups, however many batches an import has: 500 groups are one. */
const system = await TestSystem.start();
const cli = await ImportCli.open(system);
beforeEach(() => {
  name++;
});
afterAll(() => cli.close());

const GROUPS = 600;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** A bundle of all groups, or of some, in which a person is in the given ones. */
async function save(memberOf: readonly number[], groups = range(0, GROUPS)): Promise<string> {
  const isMember = new Set(memberOf);
  return cli.save({
    institution: { ref: `groups-${name}`, name: 'Groups' },
    users: [{ ref: 'p', email: 'p@groups.example', name: 'P' }],
    userGroups: groups.map((n) => ({ ref: `g${n}`, name: `${n}`, members: isMember.has(n) ? ['p'] : [] })),
  });
}

/** The exit code of an import and of its dry run, which must be the same, and the pointers that both print. */
async function imported(...bundle: Parameters<typeof save>): Promise<{ code: number; pointers: string[] }> {
  const path = await save(...bundle);
  const [tried, { code, stderr }] = [await cli.run(['import', path, '--dry-run']), await cli.run(['import', path])];
  expect([tried.code, tried.stderr.match(POINTER)]).toEqual([code, stderr.match(POINTER)]);
  return { code, pointers: stderr.match(POINTER) ?? [] };
}

const POINTER = /\/userGroups\S+(?=:)/g;

it('a bundle in which somebody is in 101 groups is refused before anything is written', async () => {
  const { code, pointers } = await imported(range(450, 551));
  expect([code, pointers]).toEqual([2, ['/userGroups/550/members/0']]);
  expect((await imported(range(450, 550))).code).toBe(0);
});

it.each([
  ['leaves a group of a later batch', [...range(501, 600), 0]],
  ['leaves a group of an earlier batch', [...range(0, 99), 599]],
])('somebody in 100 groups who %s and joins another one is not refused', async (_, after) => {
  const before = after.includes(501) ? range(500, 600) : range(0, 100);
  expect((await imported(before)).code).toBe(0);
  expect((await imported(after)).code).toBe(0);
});

it('over what is stored, the member in the group that is one too many is named', async () => {
  expect((await imported(range(0, 99))).code).toBe(0);
  const others = range(600, 1200);
  expect(await imported([700, 1150], others)).toEqual({ code: 2, pointers: ['/userGroups/550/members/0'] });
  expect(await imported([1150], others)).toEqual({ code: 0, pointers: [] });
});
