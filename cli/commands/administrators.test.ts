import { describe, expect, it } from 'vitest';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { newUser } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
const institution = await system.newInstitution();
const userId: string = (await newUser(institution.client, { email: 'Ada@school.example', name: 'Ada' })).id;
function lyceum(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CliAnswer> {
  const all = ['administrators', command, '--institution', institution.id, ...args];
  return runCli(all, { environment: { ...system.addresses, ...variables } });
}

const ADA = ['--user', 'ada@SCHOOL.example'];
const BO = ['--user', 'bo@school.example'];

describe('administrators', () => {
  it('are added, listed and removed by their address, in any case', async () => {
    const added = await lyceum('add', [...ADA, '--json']);
    const ada = {
      userId,
      name: 'Ada',
      email: 'Ada@school.example',
      isArchived: false,
      createdAt: '2026-10-05T08:00:00.000Z',
      createdBy: null,
      lastSignedInAt: null,
      canSignIn: false,
      roles: ['owner'],
    };
    expect([added.code, added.json]).toEqual([0, ada]);
    expect((await lyceum('add', ADA)).stdout).toContain('Ada@school.example');
    expect((await lyceum('list', ['--json'])).json).toEqual([ada]);
    expect((await lyceum('list', [])).stdout).toMatch(/^Ada@school\.example +Ada +owner +active +never /m);
    const alone = await lyceum('remove', ADA);
    expect([alone.code, alone.stdout]).toEqual([2, '']);
    expect(alone.stderr).toContain('Make another owner first');
    await newUser(institution.client, { email: 'bo@school.example', name: 'Bo' });
    await lyceum('add', BO);
    expect((await lyceum('remove', ADA)).stdout).toBe('Ada@school.example is no administrator any more.\n');
    expect((await lyceum('list', ['--json'])).json).toMatchObject([{ email: 'bo@school.example' }]);
  });

  it('have roles, which are set by their words', async () => {
    expect((await lyceum('add', [...ADA, '--roles', 'auditor,people', '--json'])).json.roles).toEqual([
      'people',
      'auditor',
    ]);
    // Whoever is one already keeps the roles.
    expect((await lyceum('add', [...ADA, '--json'])).json.roles).toEqual(['people', 'auditor']);
    const email = 'ben@school.example';
    await newUser(institution.client, { email, name: 'Ben' });
    expect((await lyceum('add', ['--user', email, '--json'])).json.roles).toEqual(['owner']);
    expect((await lyceum('remove', BO)).code).toBe(0);
    expect((await lyceum('set', [...ADA, '--roles', 'integrations', '--json'])).json.roles).toEqual(['integrations']);
    const roles = (await lyceum('list', ['--json'])).json.map((each: { roles: string[] }) => each.roles);
    expect(roles).toEqual([['integrations'], ['owner']]);
    const last = await lyceum('set', ['--user', email, '--roles', 'people']);
    expect([last.code, last.stderr]).toEqual([2, expect.stringContaining('No owner could sign in')]);
  });

  it.each(['', 'admin', 'owner,', 'all'])('refuses the roles %j', async (roles) => {
    const { code, stderr } = await lyceum('set', [...ADA, '--roles', roles]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--roles must be of owner, people, integrations, auditor'),
    ]);
  });

  it('get a link to the console where it is, whatever the command line knows of addresses', async () => {
    await lyceum('add', ADA);
    const { json, stderr } = await lyceum('link', [...ADA, '--json'], { LYCEUM_URL: 'http://a.example:81/api/v4' });
    const expiresAt = '2026-10-05T08:15:00.000Z';
    expect(json).toEqual({ url: expect.stringMatching(/\/console\/link\/[\w-]{43}$/), expiresAt });
    expect(stderr).toContain(expiresAt);
    for (const url of [json.url, (await lyceum('link', ADA)).stdout.trim()])
      expect(await (await fetch(url)).text()).toContain('Ada@school.example');
  });

  it.each([
    ['add', 'error: The institution has no active user with this email address.'],
    ['remove', 'error: The institution has no such administrator.'],
    ['link', 'error: The institution has no such administrator.'],
  ])('rejects %s of somebody unknown', async (command, message) => {
    const { code, stdout, stderr } = await lyceum(command, ['--user', 'nobody@school.example']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toContain(message);
  });

  it('rejects a missing user', async () => {
    expect((await lyceum('add', [])).stderr).toContain("error: required option '--user <email>' not specified");
  });
});
