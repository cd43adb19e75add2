import { afterAll, describe, expect, it } from 'vitest';
import { demoAs, type LooseBundle, readBundle, secondFile } from '../../test/support/cli/bundles.ts';
import { ImportCli, summaryOf } from '../../test/support/cli/import-cli.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { storedData } from '../../test/support/cli/stored-data.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
const cli = await ImportCli.open(system);

afterAll(() => cli.close());

async function importOf(bundle: LooseBundle, ...args: string[]): Promise<CliAnswer> {
  return runCli(['import', await cli.save(bundle), ...args], { environment: system.addresses });
}

/** Runs a dry run, and checks that it has written nothing. */
async function dryRun(bundle: LooseBundle): Promise<CliAnswer> {
  const before = await storedData(system.databases);
  const answer = await importOf(bundle, '--dry-run');
  expect(await storedData(system.databases)).toEqual(before);
  return answer;
}

describe.each([
  ['the demo institution', () => demoAs('tried')],
  ['another institution', () => readBundle(secondFile)],
])('%s', (_name, bundleOf) => {
  it('has the same counts as the import: new, unchanged and changed', async () => {
    const bundle = bundleOf();
    const tried = await dryRun(bundle);
    expect([tried.code, tried.stderr]).toEqual([0, '']);
    expect(tried.stdout).toContain('Dry run: nothing was written.');
    const done = await importOf(bundle);
    expect(summaryOf(tried)).toEqual(summaryOf(done));
    expect(summaryOf(done).users?.[0]).toBe(bundle.users.length);

    const again = summaryOf(await dryRun(bundle));
    expect(Object.values(again).every(([created, updated]) => created === 0 && updated === 0)).toBe(true);

    bundle.institution.name = 'Another name';
    const [first, second] = bundle.users;
    [first.email, second.email] = [second.email, 'new@tried.example'];
    bundle.users.push({ ref: 'new', email: 'another@tried.example', name: 'New' });
    bundle.userGroups?.[0]?.members.push('new');
    bundle.programs?.[0]?.responsibleUsers?.push('new');
    const changed = summaryOf(await dryRun(bundle));
    expect(changed).toMatchObject({ institution: [0, 1, 0], users: [1, 2, bundle.users.length - 3] });
    expect(changed).toEqual(summaryOf(await importOf(bundle)));
  });
});

it('prints its counts as JSON', async () => {
  const answer = await importOf({ institution: { ref: 'small', name: 'Small' } }, '--dry-run', '--json');
  expect(answer.json).toEqual({
    dryRun: true,
    sections: [{ section: 'institution', created: 1, updated: 0, unchanged: 0 }],
  });
});

describe('a fault that an import would stop at', () => {
  const owner = {
    institution: { ref: 'owner', name: 'Owner' },
    users: [{ ref: 'a', email: 'a@owner.example', name: 'A' }],
  };
  const manyUsers = Array.from({ length: 501 }, (_, n) => ({ ref: `u${n}`, email: `u${n}@owner.example`, name: 'U' }));

  it('is reported with its pointer into the bundle, across batches', async () => {
    await importOf(owner);
    const bundle = { ...owner, users: [...manyUsers, { ref: 'b', email: 'a@owner.example', name: 'A' }] };
    const tried = await dryRun(bundle);
    const done = await importOf(bundle);
    expect([tried.code, tried.stdout]).toEqual([2, '']);
    expect(tried.stderr.split('\n')[0]).toBe('/users/501/email: is also the email of another user');
    expect(tried.stderr.split('\n')[0]).toBe(done.stderr.split('\n')[0]);
    expect(tried.stderr).toContain('This was a dry run: nothing was stored.');
  });

  it('is reported for the institution', async () => {
    const settings = { user_code_format: 'no block' };
    const bundle = { institution: { ref: 'formless', name: 'Formless', settings } };
    const [tried, done] = [await dryRun(bundle), await importOf(bundle)];
    expect([tried.code, done.code]).toEqual([2, 2]);
    expect(tried.stderr.split('\n').slice(0, -2)).toEqual(done.stderr.split('\n').slice(0, -2));
  });

  it('is reported by the check of the bundle before any service is called', async () => {
    const bundle = { ...owner, userGroups: [{ ref: 'g', name: 'G', members: ['ghost'] }] };
    const tried = await dryRun(bundle);
    expect(tried.code).toBe(2);
    expect(tried.stderr).toContain('/userGroups/0/members/0: "ghost" is not a ref in users');
  });
});
