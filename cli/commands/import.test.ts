import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { demoBundle, demoFile, type LooseBundle, secondFile } from '../testing/bundles.ts';
import { type CliAnswer, runCli } from '../testing/run-cli.ts';

let system: TestSystem;
let folder: string;

beforeAll(async () => {
  system = await TestSystem.start();
  folder = await mkdtemp(join(tmpdir(), 'lyceum-cli-'));
});

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

function lyceum(...args: string[]): Promise<CliAnswer> {
  return runCli(args, { environment: { GRPC_PORT: String(system.lyceum.system.grpcPort) } });
}

async function save(bundle: LooseBundle): Promise<string> {
  const path = join(folder, 'bundle.json');
  await writeFile(path, JSON.stringify(bundle));
  return path;
}

/** The demo bundle as another institution, so that tests do not meet. */
function demoAs(ref: string): LooseBundle {
  const bundle = demoBundle();
  bundle.institution.ref = ref;
  return bundle;
}

/** The summary's numbers by section. */
function summaryOf({ stdout }: CliAnswer): Record<string, number[]> {
  const rows = stdout.split('\n').map((line) => /^(\w+) +(\d+) +(\d+) +(\d+)$/.exec(line));
  return Object.fromEntries(
    rows.filter((row) => row !== null).map(([, name, ...counts]) => [name, counts.map(Number)]),
  );
}

async function institutionRefs(): Promise<string[]> {
  const { institutions } = await system.operator()(InstitutionService.method.listInstitutions, {});
  return institutions.map(({ ref }) => ref);
}

describe('a good bundle', () => {
  it('is imported, and served over HTTP', async () => {
    const first = await lyceum('import', demoFile, '--json');
    expect(first.code).toBe(0);
    expect(first.stdout.trim().split('\n')).toHaveLength(1);
    const { institutionId, ids } = first.json;
    expect(Object.keys(first.json)).toEqual(['institutionId', 'ids']);
    expect(Object.keys(ids)).toEqual(SECTIONS);
    expect(Object.keys(ids.users)).toHaveLength(60);
    expect(ids.courses.c03).toEqual({ id: expect.any(String), layerId: expect.any(String) });
    expect([ids.items, ids.cohorts, ids.timestampTemplates]).toEqual([{}, {}, {}]);

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

  it('changes nothing the second time, and gives the same ids', async () => {
    const path = await save(demoAs('twice'));
    const first = await lyceum('import', path, '--json');
    const again = await lyceum('import', path, '--json');
    expect(again.stdout).toBe(first.stdout);
    expect(summaryOf(await lyceum('import', path))).toEqual({
      institution: [0, 0, 1],
      users: [0, 0, 60],
      courses: [0, 0, 14],
      userGroups: [0, 0, 3],
      locations: [0, 0, 3],
      rooms: [0, 0, 5],
      setups: [0, 0, 3],
    });
  });

  it('updates by ref what changed, and deletes nothing', async () => {
    const bundle = demoAs('changing');
    const first = await lyceum('import', await save(bundle), '--json');
    bundle.institution.name = 'Another name';
    Object.assign(bundle.users[0], { email: bundle.users[1].email, code: bundle.users[1].code });
    Object.assign(bundle.users[1], { email: 'new@nordhafen.example', code: 'NH-9999' });
    bundle.users.splice(59, 1);
    bundle.users.push({ ref: 'u61', email: 'user61@nordhafen.example', name: 'Sixty-one' });
    bundle.userGroups[2].members = ['u61'];
    bundle.courses[0].layerName = 'Analysis, group A';
    bundle.locations[1].rooms[0].capacity = 31;

    const second = await lyceum('import', await save(bundle));
    expect(summaryOf(second)).toEqual({
      institution: [0, 1, 0],
      users: [1, 2, 57],
      courses: [0, 1, 13],
      userGroups: [0, 1, 2],
      locations: [0, 0, 3],
      rooms: [0, 1, 4],
      setups: [0, 0, 3],
    });
    const { institutionId, ids } = first.json;
    const client = await system.newClient(institutionId);
    const { body: changed } = await client.get(`/users/${ids.users.u01}`);
    expect(changed.data).toMatchObject({ email: 'user02@nordhafen.example', code: 'NH-0002' });
    const { body: left } = await client.get(`/users/${ids.users.u60}`);
    expect(left.data).toMatchObject({ email: 'user60@nordhafen.example' });
  });

  it('is read from standard input', async () => {
    const { ids } = (
      await runCli(['import', '-', '--json'], {
        input: JSON.stringify(demoAs('piped')),
        environment: { GRPC_URL: `http://127.0.0.1:${system.lyceum.system.grpcPort}` },
      })
    ).json;
    expect(Object.keys(ids.rooms)).toEqual(['h101', 'h102', 'h-lab', 'n1', 'n2']);
  });

  it('says what it leaves out, beside the result', async () => {
    const { stdout, stderr } = await lyceum('import', await save(demoAs('left-out')), '--json');
    expect(stderr).toContain('curricula: checked, and left out');
    expect(stdout).not.toContain('left out');
    expect((await lyceum('import', secondFile)).stderr).toBe('');
  });

  it('refs may be names that every object has', async () => {
    const bundle = {
      institution: { ref: 'constructor', name: 'Prototype' },
      users: [
        { ref: '__proto__', email: 'a@b', name: 'A' },
        { ref: 'toString', email: 'c@d', name: 'B' },
      ],
      userGroups: [{ ref: '__proto__', name: 'G', members: ['__proto__', 'toString'] }],
    };
    const { stdout } = await lyceum('import', await save(bundle), '--json');
    expect(stdout).toMatch(/"users":\{"__proto__":"[0-9a-f-]{36}","toString":"[0-9a-f-]{36}"\}/);
  });

  it('may be imported by several at once', async () => {
    const path = await save(demoAs('raced'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => lyceum('import', path, '--json')));
    expect(answers.map(({ stderr }) => stderr).filter((text) => text.includes('error'))).toEqual([]);
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  });
});

describe('a bad bundle', () => {
  it('is refused whole, with the place of each fault', async () => {
    const bundle = demoAs('never');
    Object.assign(bundle.users[1], { nick: 'B', code: 'x' });
    bundle.userGroups[0].members.push('ghost');
    bundle.programs[0].responsibleUsers.push('ghost');
    const { code, stdout, stderr } = await lyceum('import', await save(bundle), '--json');
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
    await lyceum('import', await save(bundle));
    bundle.institution.name = 'Newer';
    bundle.users[0].firstName = 'Newer';
    bundle.holograms = [];
    expect((await lyceum('import', await save(bundle))).code).toBe(2);
    expect(summaryOf(await lyceum('import', await save(demoAs('older'))))).toMatchObject({
      institution: [0, 0, 1],
      users: [0, 0, 60],
    });
  });

  it('cannot write to the terminal what is no text', async () => {
    const bundle = demoAs('never');
    bundle['\u001b[2J'] = 1;
    const { stderr } = await lyceum('import', await save(bundle));
    expect(stderr).toContain('/\\u001b[2J: is no section of the format');
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
    await writeFile(join(folder, 'latin1.json'), Buffer.from('{"institution":{"ref":"\xe9"}}', 'latin1'));
    const { code, stderr } = await lyceum('import', join(folder, 'latin1.json'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not UTF-8')]);
  });
});

it('stops where stored data stand against it, and says where', async () => {
  const bundle = demoAs('conflicting');
  const { institutionId } = (await lyceum('import', await save(bundle), '--json')).json;
  const client = await system.newClient(institutionId);
  const taken = await client.post('/users', { email: 'Taken@nordhafen.example', name: 'By request' });
  expect(taken.status).toBe(201);
  bundle.users.push({ ref: 'late', email: 'taken@nordhafen.example', name: 'By bundle' });
  const { code, stdout, stderr } = await lyceum('import', await save(bundle));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^\/users\/60(\/email)?: /m);
  expect(stderr).toContain('Another user of the institution has this email.');
  bundle.users[60].email = 'late@nordhafen.example';
  expect(summaryOf(await lyceum('import', await save(bundle)))).toMatchObject({ users: [1, 0, 60] });
});

const SECTIONS = [
  'users',
  'courses',
  'rooms',
  'setups',
  'locations',
  'userGroups',
  'appointmentTypes',
  'organizationTerms',
  'cohorts',
  'courseModules',
  'moduleVersions',
  'curricula',
  'curriculaVersions',
  'terms',
  'pathways',
  'moduleClusters',
  'items',
  'programs',
  'programVersions',
  'timestampTemplates',
];
