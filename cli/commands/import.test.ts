import { afterAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { demoAs, demoBundle, demoFile, type LooseBundle } from '../../test/support/cli/bundles.ts';
import { ImportCli, summaryOf } from '../../test/support/cli/import-cli.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
const cli = await ImportCli.open(system);

afterAll(() => cli.close());

describe('a good bundle', () => {
  it('is imported and served over HTTP', async () => {
    const first = await cli.importFile(demoFile, '--json');
    expect(first.code).toBe(0);
    expect(first.stdout.trim().split('\n')).toHaveLength(1);
    const { institutionId, ids } = first.json;
    expect(Object.keys(first.json)).toEqual(['institutionId', 'ids']);
    expect(Object.keys(ids)).toEqual(SECTIONS);
    expect(Object.keys(ids.users)).toHaveLength(60);
    expect(ids.courses.c03).toEqual({ id: expect.any(String), layerId: expect.any(String) });
    expect(Object.keys(ids.timestampTemplates)).toEqual(['teaching', 'admin', 'travel']);

    const listed = ['administrators', 'list', '--institution', institutionId, '--json'];
    const administrators = (await runCli(listed, { environment: system.addresses })).json;
    expect(administrators).toMatchObject([{ userId: ids.users.u01, name: 'Ada Albrecht' }]);

    const client = await system.newClient(institutionId);
    const users = await client.walk('/users', { limit: '7' });
    expect(users.map(({ id }) => id)).toEqual(demoBundle().users.map(({ ref }: LooseBundle) => ids.users[ref]));
    const { body: user } = await client.get(`/users/${ids.users.u05}`);
    expect(user.data).toMatchObject({ name: 'Emre Ångström', code: 'NH-0005', isArchived: true, image: null });
    const { body: course } = await client.get(`/courses/${ids.courses.c13.id}`);
    expect(course.data).toMatchObject({ layerId: ids.courses.c13.layerId, name: 'Open Study Hour', code: null });
    const { body: room } = await client.get(`/rooms/${ids.rooms['h-lab']}`);
    expect(room.data.setups).toEqual([
      { id: ids.setups['lab-beds'], name: 'Eight beds', capacity: 16, isDefault: true },
    ]);
    const { body: location } = await client.get(`/locations/${ids.locations.harbour}`);
    expect(location.data).toMatchObject({ name: 'Harbour Campus', _count: { rooms: 3 } });
  });

  it('changes nothing the second time and prints the same ids', async () => {
    const path = await cli.save(demoAs('twice'));
    const first = await cli.importFile(path, '--json');
    const again = await cli.importFile(path, '--json');
    expect(again.stdout).toBe(first.stdout);
    const summary = summaryOf(await cli.importFile(path));
    expect(Object.entries(summary).filter(([, [created, updated]]) => created !== 0 || updated !== 0)).toEqual([]);
    expect(summary).toMatchObject({ institution: [0, 0, 1], users: [0, 0, 60], setups: [0, 0, 3], items: [0, 0, 11] });
  });

  it('sets the roles of administrators that it names, and never lowers the last owner', async () => {
    const bundle = demoAs('roles');
    const [u01, u02] = ['u01', 'u02'];
    const run = async (administrators: readonly unknown[]) => {
      const named = { ...bundle, institution: { ...bundle.institution, administrators } };
      return cli.importFile(await cli.save(named), '--json');
    };
    const { institutionId } = (await run([u01, { user: u02, roles: ['auditor', 'people'] }])).json;
    const roles = async () => {
      const listed = ['administrators', 'list', '--institution', institutionId, '--json'];
      const { json } = await runCli(listed, { environment: system.addresses });
      return json.map((each: { readonly roles: readonly string[] }) => each.roles);
    };
    expect(await roles()).toEqual([['owner'], ['people', 'auditor']]);
    const last = await run([{ user: u01, roles: ['people'] }]);
    expect([last.code, last.stderr]).toEqual([
      2,
      expect.stringContaining('/institution/administrators/0: No owner could sign in'),
    ]);
    // Owners come first, wherever they stand.
    expect((await run([{ user: u01, roles: ['people'] }, u02])).code).toBe(0);
    expect(await roles()).toEqual([['people'], ['owner']]);
    expect((await run([])).code).toBe(0);
    expect(await roles()).toEqual([['people'], ['owner']]);
  });

  it.each([
    [[{ user: 'u01', roles: [] }], '/institution/administrators/0/roles: must NOT have fewer than 1 items'],
    [[{ user: 'u01', roles: ['admin'] }], '/institution/administrators/0/roles/0: must be one of owner, people'],
    [[{ user: 'u01' }], '/institution/administrators/0/roles: is required'],
    [[{ user: 'ghost', roles: ['owner'] }], '/institution/administrators/0/user: "ghost" is not a ref in users'],
    [['u01', { user: 'u01', roles: ['people'] }], '/institution/administrators/1/user: "u01" is named twice'],
    [[7], '/institution/administrators/0: must be string'],
  ])('with the administrators %j is refused', async (administrators, fault) => {
    const bundle = demoAs('faulty');
    const named = { ...bundle, institution: { ...bundle.institution, administrators } };
    const { code, stderr } = await cli.importFile(await cli.save(named), '--json');
    expect([code, stderr.trim().split('\n')[0]]).toEqual([2, expect.stringContaining(fault)]);
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });

  it('is read from standard input', async () => {
    const { ids } = (
      await runCli(['import', '-', '--json'], {
        input: JSON.stringify(demoAs('piped')),
        environment: Object.fromEntries(Object.entries(system.addresses).map(([name, at]) => [name, `http://${at}`])),
      })
    ).json;
    expect(Object.keys(ids.rooms)).toEqual(['h101', 'h102', 'h-lab', 'n1', 'n2']);
  });

  it('can have refs that are names of object properties', async () => {
    const bundle = {
      institution: { ref: 'constructor', name: 'Prototype' },
      users: [
        { ref: '__proto__', email: 'a@b', name: 'A' },
        { ref: 'toString', email: 'c@d', name: 'B' },
      ],
      userGroups: [{ ref: '__proto__', name: 'G', members: ['__proto__', 'toString'] }],
    };
    const { stdout } = await cli.importBundle(bundle, '--json');
    expect(stdout).toMatch(/"users":\{"__proto__":"[0-9a-f-]{36}","toString":"[0-9a-f-]{36}"\}/);
  });

  it('can have the longest texts and the largest numbers of the format', async () => {
    const long = (length: number) => '𝒳'.repeat(length);
    const bundle = {
      institution: {
        ref: long(255),
        name: long(255),
        settings: { default_lesson_unit: { name: long(255), minutes: 1440 } },
      },
      users: [
        {
          ref: long(255),
          email: `${'é'.repeat(64)}@${'é'.repeat(253)}`,
          name: long(255),
          firstName: long(255),
          lastName: long(255),
          image: long(2048),
          code: long(255),
        },
      ],
      userGroups: [{ ref: long(255), name: long(255), members: [long(255)] }],
      courses: [{ ref: long(255), code: long(255), name: long(255), layerName: long(255) }],
      locations: [
        {
          ref: long(255),
          name: long(100),
          address: long(500),
          rooms: [
            {
              ref: long(255),
              name: long(255),
              capacity: 2 ** 31 - 1,
              setups: [{ ref: long(255), name: long(255), capacity: 2 ** 31 - 1 }],
            },
          ],
        },
      ],
    };
    const { code, stderr } = await cli.importBundle(bundle, '--json');
    expect([code, stderr]).toEqual([0, '']);
  });

  it('can be imported concurrently', async () => {
    const path = await cli.save(demoAs('raced'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => cli.importFile(path, '--json')));
    expect(answers.map(({ stderr }) => stderr).filter((text) => text.includes('error'))).toEqual([]);
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  });
});

describe('a bad bundle', () => {
  it('is rejected completely, with the pointer of each fault', async () => {
    const bundle = demoAs('never');
    Object.assign(bundle.users[1], { nick: 'B', code: 'x' });
    bundle.userGroups[0].members.push('ghost');
    bundle.programs[0].responsibleUsers.push('ghost');
    const { code, stdout, stderr } = await cli.importBundle(bundle, '--json');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toEqual([
      '/users/1/nick: is not a property of the format',
      '/userGroups/0/members/15: "ghost" is not a ref in users',
      '/programs/0/responsibleUsers/3: "ghost" is not a ref in users',
      '/users/1/code: must have the format NH-[0][0][0][0], such as NH-1234',
      'error: The bundle has 4 faults; nothing was imported.',
      '',
    ]);
    expect(await institutionRefs()).not.toContain('never');
  });

  it('cannot write control characters to the terminal', async () => {
    const bundle = demoAs('never');
    bundle['\u001b[2J'] = 1;
    const { stderr } = await cli.importBundle(bundle);
    expect(stderr).toContain(
      '/\\u001b[2J: is not a section of the format; the sections are institution, users, userGroups, ',
    );
  });

  it.each([
    ['{', /^error: Standard input is not JSON: /],
    ['', /^error: Standard input is not JSON: /],
  ])('can be anything but a bundle: %j', async (input, message) => {
    const { code, stdout, stderr } = await runCli(['import', '-'], { input });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('can be invalid UTF-8', async () => {
    const path = await cli.saveText(Buffer.from('{"institution":{"ref":"\xe9"}}', 'latin1'));
    const { code, stderr } = await cli.importFile(path);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not UTF-8')]);
  });
});

it('stops at a conflict with stored data and reports the pointer', async () => {
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

async function institutionRefs(): Promise<string[]> {
  const { institutions } = await system.operator()(InstitutionService.method.listInstitutions, {});
  return institutions.map(({ ref }) => ref);
}

const SECTIONS = [
  ...['users', 'courses', 'rooms', 'setups', 'locations', 'userGroups', 'appointmentTypes', 'organizationTerms'],
  ...['cohorts', 'courseModules', 'moduleVersions', 'curricula', 'curriculaVersions', 'terms', 'pathways'],
  ...['moduleClusters', 'items', 'programs', 'programVersions', 'timestampTemplates'],
];
