import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseName, databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { prepareDemo } from '../../../dev/demo.ts';
import { chooseUnprivilegedAccount } from '../../../libraries/embedded-postgres/account.ts';
import { installBinaries } from '../../../libraries/embedded-postgres/binaries.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { TEST_PROGRAM } from '../../../libraries/embedded-postgres/testing/server.ts';
import { Installation } from '../../../test/operations/installation.ts';
import { copyAll, copyRunningCluster } from '../../../test/support/postgres/copy-cluster.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { Program, projectRoot } from '../../../test/support/process/program.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const obstacle = ['id --user postgres', 'test "$(id --user)" = 0', 'which flock setpriv unshare'].find(
  (command) => spawnSync('sh', ['-c', command]).status !== 0,
);
const skipped = obstacle ? ` (SKIPPED: it needs root, the user postgres, and util-linux: ${obstacle})` : '';
if (obstacle) process.stderr.write(`No restore drill is made${skipped}.\n`);

const SCRIPT = join(projectRoot, 'deploy/one-process/restore-drill.sh');
const names = services.map(({ name }) => name);
const DAY_MS = 86_400_000;

/** The script of one machine, on backups of an embedded server; its `lyceum` has the variables of production. */
describe.skipIf(obstacle !== undefined)(`a restore drill${skipped}`, { timeout: 600_000 }, () => {
  const scope = new TestScope();
  let server: UserServer;
  let folder: string;
  let path: string;
  let port: number;
  let last = 0;

  beforeAll(async () => {
    server = await UserServer.start();
    const installation = Installation.on({ url: server.url.bind(server), stop: () => server.stop() });
    scope.onClear(() => installation.close());
    folder = (await scope.dataDirectory()).path;
    await installation.start();
    await prepareDemo(installation.lyceum, folder);
    await installation.stop();
    port = await findFreePort(null);
    const { postgres } = await installBinaries(TEST_PROGRAM, await chooseUnprivilegedAccount(TEST_PROGRAM), folder);
    const variables = names.map((name) => `${databaseVariable(name)}='${server.url(databaseName(name))}'`).join(' ');
    const lyceum = `${variables} exec ${projectRoot}node_modules/.bin/node ${projectRoot}cli/main.ts "$@"`;
    path = `${await programs('programs', lyceum)}:${dirname(postgres)}:${process.env.PATH}`;
  }, 600_000);
  afterAll(() => scope.clear());
  afterEach(async () => {
    expect(await leftOvers()).toEqual([]);
    expect(await isListening()).toBe(false);
  });

  const leftOvers = async () => (await readdir('/var/tmp')).filter((name) => name.startsWith('lyceum-restore-drill.'));
  const sql = (service: string, text: string) => query(server.url(databaseName(service)), text);
  const proofs = () => sql('identity', 'TABLE backup_proofs');

  function isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  }

  /** A folder with a `lyceum`. */
  async function programs(name: string, script: string): Promise<string> {
    const made = join(folder, name);
    await mkdir(made);
    await writeFile(join(made, 'lyceum'), `#!/bin/sh\n${script}\n`);
    await chmod(join(made, 'lyceum'), 0o755);
    return made;
  }

  /** A folder with a backup of now, as backup.sh makes it: a base backup in a file, with the log that it needs. */
  async function backUp(at = Date.now()): Promise<{ readonly backups: string; readonly file: string }> {
    const backups = join(folder, `backups-${++last}`);
    const copy = join(folder, `copy-${last}`);
    const cluster = join(server.data.dataPath, 'cluster');
    await copyRunningCluster(server.url('postgres'), cluster, copy);
    await rm(join(copy, 'pg_wal'), { recursive: true });
    await copyAll(join(cluster, 'pg_wal'), copy);
    const stamp = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
    const made = join(backups, stamp.replaceAll(/(?<=T.*):/g, ''));
    await mkdir(made, { recursive: true, mode: 0o700 });
    const file = join(made, 'databases.tar.gz');
    expect(spawnSync('tar', ['--create', '--gzip', '--file', file, '--directory', copy, '.']).status).toBe(0);
    await rm(copy, { recursive: true });
    return { backups, file };
  }

  const begin = (backups: string, options: { readonly path?: string; readonly port?: number } = {}) =>
    scope.run(
      Program.spawn('sh', [SCRIPT, backups, String(options.port ?? port)], { env: { PATH: options.path ?? path } }),
    );

  /** Makes a drill; returns what it prints. */
  async function drill(program: Program, code: 0 | 1): Promise<string> {
    const before = (await proofs()).length;
    const ended = await program.exited;
    const output = program.stdout + program.stderr;
    expect([ended.code, output.includes('The backup is proven.\n')], output).toEqual([code, code === 0]);
    expect(await proofs()).toHaveLength(before + 1 - code);
    return output;
  }

  const record = (hoursAgo: number) =>
    `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, request_id) VALUES
     (gen_random_uuid(), now() - interval '${hoursAgo} hours', 'operator', 'test', 'room', gen_random_uuid(), 'test')`;

  it('proves a whole backup, although production has newer records of the last day, and records when', async () => {
    const { backups } = await backUp();
    await sql('locations', record(23));
    const output = await drill(begin(backups), 0);
    for (const name of names) expect(output).toContain(`${name}: the tables are as declared\n`);
    expect(await sql('identity', "SELECT FROM backup_proofs WHERE proven_at > now() - interval '1 day'")).toHaveLength(
      1,
    );
  });

  it('finds that there is no backup, none of the last day, or one that is not all there', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await drill(begin(nowhere), 1)).toContain(`There is no backup in ${nowhere}.\n`);
    const { backups } = await backUp(Date.now() - DAY_MS - 60_000);
    expect(await drill(begin(backups), 1)).toContain('is older than a day.\n');
    const other = await backUp();
    await truncate(other.file, 500_000);
    expect(await drill(begin(other.backups), 1)).toContain('cannot be unpacked: it is damaged, or the disk is full.\n');
  });

  const overlapping = (value: boolean) => `UPDATE pg_index SET indisready = ${value}, indisvalid = ${value}
    WHERE indexrelid = 'time_records_no_overlap'::regclass`;
  it.each([
    {
      what: 'a schema other than the code’s',
      service: 'locations',
      before: ['ALTER TABLE rooms ADD COLUMN colour text'],
      after: ['ALTER TABLE rooms DROP COLUMN colour'],
      finds: /^locations: rooms: column colour is not declared: text$/m,
    },
    {
      // The constraint is there, and looks at nothing.
      what: 'time records that overlap, although every table is as declared',
      service: 'timetracking',
      before: [
        overlapping(false),
        `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps,
           source, auto_closed, revision, created_at, updated_at)
         SELECT gen.id, gen_random_uuid(), gen.id, '2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z',
           '2026-10-05T08:00:00Z', '[]', '[]', 'api', false, gen_random_uuid(), now(), now()
         FROM (SELECT gen_random_uuid() AS id) AS gen, generate_series(1, 2)`,
        overlapping(true),
      ],
      // All, since no index that looked at nothing finds them.
      after: ['DELETE FROM time_records'],
      finds: /^timetracking: NOT time records of a member end after they begin, and overlap no other: 1 of 2 rows: /m,
    },
    {
      what: 'that production has what is older than a day and the backup lacks',
      service: 'curricula',
      before: [],
      after: [record(25)],
      finds: /^curricula: the newest audit record is of \S+; production has one of \S+, which is older than a day$/m,
    },
  ])('finds $what', async ({ service, before, after, finds }) => {
    for (const statement of before) await sql(service, statement);
    const { backups } = await backUp();
    for (const statement of after) await sql(service, statement);
    expect(await drill(begin(backups), 1)).toMatch(finds);
  });

  it('finds a scratch server that does not start, and a full disk', async () => {
    const { backups } = await backUp();
    const taken = Number(new URL(server.url('postgres')).port);
    expect(await drill(begin(backups, { port: taken }), 1)).toContain('The scratch server does not start.\n');
    const small = 'mount -t tmpfs -o size=8m tmpfs /var/tmp && exec sh "$@"';
    const full = ['--mount', 'sh', '-c', small, 'sh', SCRIPT, backups, String(port)];
    const drilled = scope.run(Program.spawn('unshare', full, { env: { PATH: path } }));
    expect(await drill(drilled, 1)).toContain('the disk is full.\n');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'is alone on its backups, and %s in its middle leaves no server; the next drill runs',
    async (signal) => {
      const { backups } = await backUp();
      // It never ends, so that the drill is in its middle.
      const held = await programs(`held-${signal}`, 'echo $$ >$(dirname $0)/pid\nexec sleep 600 >/dev/null 2>&1');
      const first = begin(backups, { path: `${held}:${path}` });
      await until('the verification', () => existsSync(join(held, 'pid')), 60_000);
      expect(await isListening()).toBe(true);
      expect(await drill(begin(backups), 1)).toBe('Another restore drill is running.\n');
      first.kill(signal);
      await first.exited;
      await until('the end of the server', async () => !(await isListening()), 60_000);
      if (signal === 'SIGKILL') {
        expect(await leftOvers()).toHaveLength(1);
        spawnSync('sh', ['-c', `kill $(cat ${held}/pid)`]);
      }
      await drill(begin(backups), 0);
    },
  );
});
