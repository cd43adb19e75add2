import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../cli/checks/finding.ts';
import { PLACEABLE, SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { databaseEnvironment } from '../support/placement/placed.ts';
import { query } from '../support/postgres/query.ts';
import { newUser } from '../support/test-directory.ts';
import { importInto } from '../support/test-locations.ts';
import { refusal } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';

const system = await TestSystem.start({ platform: 'own', servers: ['b'] });
// The present of the commands.
system.clock.set(new Date().toISOString());
const environment: Record<string, string> = {
  ...system.addresses,
  ...databaseEnvironment(system),
  ...{ LYCEUM_URL: system.url, ERASURE_JOURNAL: system.journal },
};
const atB = PLACEABLE.map((service) => `${service}@b`);
const here = await system.newInstitution();
const there = await system.newInstitution(undefined, 'b');
const member = await fill(there);
await fill(here);

afterAll(() => system.stop());

/** Gives an institution a record of placeable services, and somebody who is clocked in. */
async function fill(school: TestInstitution): Promise<Member> {
  await importInto(school, [{ ref: 'l', name: 'L', address: 'S', rooms: [{ ref: 'r', name: 'R' }] }]);
  const created = await Member.create(school.client);
  must(201, await created.start());
  return created;
}

const cli = (args: string, more: Record<string, string> = {}) =>
  runCli(args.split(' '), { environment: { ...environment, ...more } });
const done = async (args: string) => {
  const answer = await cli(args);
  expect([args, answer.code, answer.stderr]).toEqual([args, 0, expect.any(String)]);
  return answer;
};
/** The server under another name than its databases have. */
const misnamed = { PLACED_DATABASE_URLS: environment.PLACED_DATABASE_URLS?.replace(/^b=/, 'c=') ?? '' };
const rows = <Row extends object>(database: string, text: string) => query<Row>(system.databaseUrl(database), text);
/** The state of an institution in each database that has a row about it. */
const standing = async ({ id }: TestInstitution) => {
  const found = new Map<string, string>();
  for (const database of [...SERVICES, ...atB])
    for (const { state } of await rows<{ state: string }>(
      database,
      `SELECT state FROM standstills WHERE institution_id = '${id}'`,
    ))
      found.set(database, state);
  return found;
};
/** The databases with the rows of the institution on the other server. */
const own = [...SERVICES.filter((service) => !PLACEABLE.includes(service)), ...atB];
const allOwn = (state: string) => new Map(own.map((database) => [database, state]));

describe('commands about all databases', () => {
  it('migrate those on all servers, and none under the name of another server', async () => {
    const { stdout } = await done('migrate');
    expect(stdout).toBe([...SERVICES, ...atB].map((name) => `${name}: up to date\n`).join(''));
    const { code, stderr } = await cli('migrate', misnamed);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/scheduling@c could not be .* of the server "b", not/)]);
  });

  it('compare their tables, print their addresses, and publish their events again', async () => {
    expect((await done('schema check')).stdout).toContain('timetracking@b: as declared\n');
    expect((await done('schema check --service timetracking')).stdout).toBe(
      'timetracking: as declared\ntimetracking@b: as declared\n',
    );
    expect((await done('db url timetracking')).stdout).toBe(`${system.databaseUrl('timetracking')}\n`);
    expect((await done('db url timetracking@b')).stdout).toBe(`${system.databaseUrl('timetracking@b')}\n`);
    expect((await cli('db url directory@b')).stderr).toContain('There is no database directory@b, but directory.');
    const { stdout } = await done('events republish --since 1h --service timetracking');
    expect(stdout).toMatch(/^timetracking: \d+ to .*\ntimetracking@b: \d+ to .*\n$/);
  });

  it('check the data of all, each outbox with the events of its own institutions', async () => {
    const found = async () => {
      const { code, stdout } = await cli('data check');
      const lines = stdout.trimEnd().split('\n');
      return { code, lines, broken: lines.filter((line) => line.includes(': NOT ')) };
    };
    const counts = async (text: string) => {
      const { lines, broken } = await found();
      expect(broken).toEqual([]);
      return lines.filter((line) => line.includes(text)).map((line) => Number(line.split(' ').at(-2)));
    };
    for (const text of [
      'published events of timetracking are in the feed',
      'events of timetracking in the feed are in its outbox',
      'events of locations in the feed are in its outbox',
    ])
      await until(text, async () => {
        const [first = 0, other = 0] = await counts(text);
        return first > 0 && first === other;
      });
    await rows('timetracking@b', 'DELETE FROM outbox');
    const { code, broken } = await found();
    expect([code, broken]).toEqual([1, [expect.stringMatching(/^timetracking@b: NOT events of timetracking in the/)]]);
  });

  it('refuse to prove a backup of a server with the server itself, or of one that is not named', async () => {
    const { host } = new URL(system.databaseUrl('timetracking@b'));
    expect((await cli(`backup verify --restored ${host} --server b`)).stderr).toContain('is the production server');
    expect((await cli(`backup verify --restored ${host} --server c`)).stderr).toContain('does not name the server c');
  });
});

describe('status', () => {
  const findings = async (more = {}) => {
    const { code, json } = await cli('status --json', more);
    const wrong = json.findings.filter(({ state }: Finding) => state === 'wrong');
    return { code, found: json.findings as Finding[], wrong: wrong as Finding[] };
  };
  const isAbout = ({ id }: TestInstitution, { thing }: Finding) => thing === `institution ${id}`;

  it('names the databases of all servers, and one that is that of another server', async () => {
    const { found, wrong } = await findings();
    expect(wrong).toEqual([]);
    expect(found.map(({ thing }) => thing)).toEqual(expect.arrayContaining(atB.map((name) => `database ${name}`)));
    const { wrong: misled, code } = await findings(misnamed);
    expect([code, misled]).toEqual([
      1,
      [
        ...PLACEABLE.map((name) => ({
          thing: `server of ${name}@c`,
          state: 'wrong',
          detail: 'the database is that of server b, not of server c',
        })),
        expect.objectContaining({ thing: `institution ${there.id}`, detail: expect.stringContaining('not name') }),
      ],
    ]);
  });

  it('names an institution whose place differs, and not what it has left where it was', async () => {
    const moved = (change: string) => rows('timetracking', change);
    await moved(`INSERT INTO standstills (institution_id, state, is_settled, closed_at, moved_to)
      VALUES ('${there.id}', 'moved', true, now(), 'server:b')`);
    const { found } = await findings();
    expect(found.filter((each) => isAbout(there, each))).toEqual([]);
    await moved('DELETE FROM standstills');

    await rows('webhooks', `DELETE FROM placements WHERE institution_id = '${there.id}'`);
    const { wrong } = await findings();
    expect(wrong).toMatchObject([{ detail: expect.stringMatching(/differ .* on the first server \(webhooks\)$/) }]);
    await rows('webhooks', `INSERT INTO placements VALUES ('${there.id}', 'b')`);
    expect((await findings()).wrong).toEqual([]);
  });
});

describe('commands about an institution on another server', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'servers-'));
    return () => rm(folder, { recursive: true });
  });

  it('freeze it there, and let it go on', async () => {
    await done(`institutions freeze ${there.id}`);
    onTestFinished(async () => void (await cli(`institutions thaw ${there.id}`)));
    expect(await standing(there)).toEqual(allOwn('frozen'));
    expect(refusal(await member.pause())).toBe('503 institution_frozen');
    await done(`institutions thaw ${there.id}`);
    expect(await standing(there)).toEqual(new Map());
    must(200, await member.pause());
  });

  it('show who changed what there', async () => {
    const { stdout } = await done(`audit --institution ${there.id} --service timetracking`);
    expect(stdout).toContain('StartSession');
    const { stderr } = await cli(`audit --institution ${there.id} --service rooms`);
    expect(stderr).toContain('There is no service rooms.');
  });

  it('export all of it, compare it, and make a copy on the first server', async () => {
    const archive = join(folder, 'there.tar');
    await done(`institutions export ${there.id} --out ${archive} --freeze`);
    expect(await standing(there)).toEqual(new Map());
    const { json } = await done(`institutions verify ${archive} --against live --json`);
    const counts = new Map(
      json.tables.map(({ service, table, rows }: Counted) => [`${service}.${table}`, rows] as const),
    );
    expect([counts.get('locations.rooms'), counts.get('timetracking.time_records')]).toEqual([1, 1]);
    const { json: copy } = await done(`institutions import ${archive} --as-new copy --json`);
    expect(await rows('locations', `SELECT FROM rooms WHERE institution_id = '${copy.institutionId}'`)).toHaveLength(1);
  });

  it('erase somebody in all databases', async () => {
    const { id, path } = await newUser(there.client);
    must(200, await there.client.send('PATCH', path, { json: { isArchived: true }, ifMatch: '*', key: true }));
    await done(`people erase ${id} --institution ${there.id} --yes ${id} --now`);
    for (const database of atB)
      expect(await rows(database, 'SELECT sequence::int FROM applied_erasures')).toEqual([{ sequence: 1 }]);
    const { json } = await done('erasures apply --json');
    expect(json).toEqual(Object.fromEntries([...SERVICES, ...atB].map((database) => [database, 0])));
  });

  it('close it, reopen it, and delete it there', async () => {
    await done(`institutions close ${there.id}`);
    expect(await standing(there)).toEqual(allOwn('closed'));
    await done(`institutions reopen ${there.id}`);
    expect(await standing(there)).toEqual(new Map());
    await done(`institutions close ${there.id}`);
    const { json } = await done(`institutions delete ${there.id} --now --yes ${there.id} --without-archive --json`);
    expect(json.tables).toContainEqual({ service: 'locations', table: 'rooms', rows: 1 });
    expect(await rows('locations@b', 'SELECT FROM rooms')).toEqual([]);
    const { json: again } = await done(`institutions certificate ${there.id} --json`);
    expect(again).toEqual(json);
    expect(await standing(here)).toEqual(new Map());
    must(200, await here.client.get('/users'));
  });
});

interface Counted {
  readonly service: string;
  readonly table: string;
  readonly rows: number;
}
