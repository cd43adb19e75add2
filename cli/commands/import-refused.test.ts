import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { demoAs } from '../testing/bundles.ts';
import { ImportCli, summaryOf } from '../testing/import-cli.ts';
import { runCli } from '../testing/run-cli.ts';

let system: TestSystem;
let cli: ImportCli;

beforeAll(async () => {
  system = await TestSystem.start();
  cli = await ImportCli.open(system);
});

afterAll(async () => {
  await system?.stop();
  await cli?.close();
});

async function institutionRefs(): Promise<string[]> {
  const { institutions } = await system.operator()(InstitutionService.method.listInstitutions, {});
  return institutions.map(({ ref }) => ref);
}

describe('a bad bundle', () => {
  it('is refused whole, with the pointer to each fault', async () => {
    const bundle = demoAs('never');
    Object.assign(bundle.users[1], { nick: 'B', code: 'x' });
    bundle.userGroups[0].members.push('ghost');
    bundle.programs[0].responsibleUsers.push('ghost');
    const { code, stdout, stderr } = await cli.importBundle(bundle, '--json');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toEqual([
      '/users/1/nick: is no property of the format',
      '/userGroups/0/members/15: "ghost" is no ref in users',
      '/programs/0/responsibleUsers/3: "ghost" is no ref in users',
      '/users/1/code: must have the format NH-[0][0][0][0]',
      'error: The bundle has 4 faults; nothing was imported.',
      '',
    ]);
    expect(await institutionRefs()).not.toContain('never');
  });

  it('of a newer format changes nothing of an institution that exists', async () => {
    const bundle = demoAs('older');
    await cli.importBundle(bundle);
    bundle.institution.name = 'Newer';
    bundle.users[0].firstName = 'Newer';
    bundle.holograms = [];
    expect((await cli.importBundle(bundle)).code).toBe(2);
    expect(summaryOf(await cli.importBundle(demoAs('older')))).toMatchObject({
      institution: [0, 0, 1],
      users: [0, 0, 60],
    });
  });

  it('cannot write to the terminal what is no text', async () => {
    const bundle = demoAs('never');
    bundle['\u001b[2J'] = 1;
    const { stderr } = await cli.importBundle(bundle);
    expect(stderr).toContain('/\\u001b[2J: is no section of the format; there are institution, users, userGroups, ');
  });

  it.each([
    ['{', /^error: Standard input is not JSON: /],
    ['', /^error: Standard input is not JSON: /],
    ['[]', /^: must be an object/],
  ])('may be no bundle at all: %j', async (input, message) => {
    const { code, stdout, stderr } = await runCli(['import', '-'], { input });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('may be no text', async () => {
    const path = await cli.saveText(Buffer.from('{"institution":{"ref":"\xe9"}}', 'latin1'));
    const { code, stderr } = await cli.importFile(path);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not UTF-8')]);
  });
});

it('stops where stored data stand against it, and says where', async () => {
  const bundle = demoAs('conflicting');
  const { institutionId } = (await cli.importBundle(bundle, '--json')).json;
  const client = await system.newClient(institutionId);
  const taken = await client.post('/users', { email: 'Taken@nordhafen.example', name: 'By request' });
  expect(taken.status).toBe(201);
  bundle.users.push({ ref: 'late', email: 'taken@nordhafen.example', name: 'By bundle' });
  const { code, stdout, stderr } = await cli.importBundle(bundle);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^\/users\/60(\/email)?: /m);
  expect(stderr).toContain('Another user of the institution has this email.');
  bundle.users[60].email = 'late@nordhafen.example';
  expect(summaryOf(await cli.importBundle(bundle))).toMatchObject({ users: [1, 0, 60] });
});
