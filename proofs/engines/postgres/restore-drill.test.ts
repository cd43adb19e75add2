import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chmod, cp, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
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
const skipped = obstacle ? ` (SKIPPED: this fails here: ${obstacle})` : '';
if (obstacle)
  process.stderr.write(`No restore drill is made: it needs root, the user postgres, and util-linux${skipped}.\n`);

const SCRIPT = join(projectRoot, 'deploy/one-process/restore-drill.sh');
const names = services.map(({ name }) => name);
const DAY_MS = 86_400_000;

/** The script of one machine, on backups of an embedded server; its `lyceum` has the variables of production. */
describe.skipIf(obstacle !== undefined)(
  `a restore drill${skipped}`,
  () => {
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
      const programs = join(folder, 'programs');
      await mkdir(programs);
      const variables = names.map((name) => `${databaseVariable(name)}='${server.url(databaseName(name))}'`).join(' ');
      const program = `#!/bin/sh\n${variables} exec ${projectRoot}node_modules/.bin/node ${projectRoot}cli/main.ts "$@"\n`;
      await writeFile(join(programs, 'lyceum'), program);
      await chmod(join(programs, 'lyceum'), 0o755);
      path = `${programs}:${dirname(postgres)}:${process.env.PATH}`;
    }, 600_000);
    afterAll(() => scope.clear());
    afterEach(async () => {
      expect(await leftOvers()).toEqual([]);
      expect(await isListening()).toBe(false);
    });

    const leftOvers = async () =>
      (await readdir('/var/tmp')).filter((name) => name.startsWith('lyceum-restore-drill.'));
    const sql = (service: string, text: string) => query(server.url(databaseName(service)), text);
    const proofs = () => sql('identity', 'TABLE backup_proofs');

    function isListening(): Promise<boolean> {
      return new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      });
    }

    /** A folder with a backup of now, as backup.sh makes it: a base backup in a file, with the log that it needs. */
    async function backUp(at = Date.now()): Promise<{ readonly backups: string; readonly file: string }> {
      const backups = join(folder, `backups-${++last}`);
      const copy = join(folder, `copy-${last}`);
      const cluster = join(server.data.dataPath, 'cluster');
      await copyRunningCluster(server.url('postgres'), cluster, copy);
      await rm(join(copy, 'pg_wal'), { recursive: true });
      await copyAll(join(cluster, 'pg_wal'), copy);
      const made = join(
        backups,
        new Date(at)
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
          .replaceAll(/(?<=T.*):/g, ''),
      );
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

    async function outcome(program: Program): Promise<{ readonly code: number | null; readonly output: string }> {
      const { code } = await program.exited;
      return { code, output: program.stdout + program.stderr };
    }

    const drill = (backups: string, options?: { readonly port?: number }) => outcome(begin(backups, options));

    async function expectProven(backups: string): Promise<void> {
      const before = (await proofs()).length;
      const { code, output } = await drill(backups);
      expect([code, output]).toEqual([0, expect.stringContaining('The backup is proven.\n')]);
      expect(await proofs()).toHaveLength(before + 1);
    }

    /** Makes a drill that finds something; returns what it prints. */
    async function expectUnproven(backups: string, options?: { readonly port?: number }): Promise<string> {
      const before = await proofs();
      const { code, output } = await drill(backups, options);
      expect([code, output]).toEqual([1, expect.not.stringContaining('The backup is proven.')]);
      expect(await proofs()).toEqual(before);
      return output;
    }

    it('proves a whole backup, and records when', async () => {
      const { backups } = await backUp();
      const { code, output } = await drill(backups);
      expect([code, output]).toEqual([0, expect.stringContaining('The backup is proven.\n')]);
      for (const name of names) expect(output).toContain(`${name}: the tables are as declared\n`);
      expect(output).toMatch(
        /^directory: users have an audit record of their version, or none that is kept: [1-9]\d* rows$/m,
      );
      const [proof] = (await proofs()) as { proven_at: Date }[];
      expect(Math.abs(Date.now() - Number(proof?.proven_at))).toBeLessThan(DAY_MS);
    });

    it('finds that there is no backup, or none of the last day', async () => {
      const empty = join(folder, 'empty');
      await mkdir(empty);
      for (const backups of [empty, join(folder, 'nowhere')])
        expect(await expectUnproven(backups)).toContain(`There is no backup in ${backups}.\n`);
      const { backups } = await backUp(Date.now() - DAY_MS - 60_000);
      expect(await expectUnproven(backups)).toContain('is older than a day.\n');
    });

    it('finds a file that is damaged or not all there, and names the newest one alone', async () => {
      const { backups, file } = await backUp();
      await cp(dirname(file), join(backups, '2026-01-01T023000Z'), { recursive: true });
      await truncate(file, 500_000);
      expect(await expectUnproven(backups)).toContain('cannot be unpacked: it is damaged, or the disk is full.\n');
    });

    it('finds a schema other than the code’s', async () => {
      await sql('locations', 'ALTER TABLE rooms ADD COLUMN colour text');
      const { backups } = await backUp();
      await sql('locations', 'ALTER TABLE rooms DROP COLUMN colour');
      expect(await expectUnproven(backups)).toContain('locations: rooms: column colour is not declared: text\n');
    });

    it('finds time records that overlap, although every table is as declared', async () => {
      // The constraint is there, and looks at nothing.
      const index = (isOn: boolean) =>
        sql(
          'timetracking',
          `UPDATE pg_index SET indisready = ${isOn}, indisvalid = ${isOn} WHERE indexrelid = 'time_records_no_overlap'::regclass`,
        );
      const userId = randomUUID();
      await index(false);
      await sql(
        'timetracking',
        `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source,
         auto_closed, revision, created_at, updated_at)
       SELECT gen.institution, gen_random_uuid(), '${userId}', '2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z', '2026-10-05T08:00:00Z',
         '[]', '[]', 'api', false, gen_random_uuid(), now(), now()
       FROM (SELECT gen_random_uuid() AS institution) AS gen, generate_series(1, 2)`,
      );
      await index(true);
      const { backups } = await backUp();
      // All, since no index that looked at nothing finds them.
      await sql('timetracking', 'DELETE FROM time_records');
      const output = await expectUnproven(backups);
      expect(output).toMatch(
        /^timetracking: NOT time records of a member end after they begin, and overlap no other: 1 of 2 rows: /m,
      );
      expect(output).toContain('The backup is NOT proven.\n');
    });

    it('finds that production has what is older than a day and the backup lacks; where nobody has done anything, none is missing', async () => {
      const record = (hoursAgo: number) =>
        sql(
          'locations',
          `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, request_id)
         VALUES (gen_random_uuid(), now() - interval '${hoursAgo} hours', 'operator', 'test', 'room', gen_random_uuid(), 'test')`,
        );
      // The demo is of months ago.
      const { backups } = await backUp();
      await expectProven(backups);
      await record(23);
      await expectProven(backups);
      await record(25);
      expect(await expectUnproven(backups)).toMatch(
        /^locations: the newest audit record is of \S+; production has one of \S+, which is older than a day$/m,
      );
    });

    it('finds a scratch server that does not start, and a full disk', async () => {
      const { backups } = await backUp();
      const taken = Number(new URL(server.url('postgres')).port);
      expect(await expectUnproven(backups, { port: taken })).toContain('The scratch server does not start.\n');
      const small = 'mount -t tmpfs -o size=8m tmpfs /var/tmp && exec sh "$@"';
      const full = Program.spawn('unshare', ['--mount', 'sh', '-c', small, 'sh', SCRIPT, backups, String(port)], {
        env: { PATH: path },
      });
      const { code, output } = await outcome(scope.run(full));
      expect([code, output]).toEqual([1, expect.stringContaining('No space left on device')]);
      expect(output).toContain('the disk is full.\n');
    });

    it.each(['SIGTERM', 'SIGKILL'] as const)(
      'is alone on its backups, and %s in its middle leaves no server; the next drill runs',
      async (signal) => {
        const { backups } = await backUp();
        const held = join(folder, `held-${signal}`);
        await mkdir(held);
        // It never ends, so that the drill is in its middle.
        await writeFile(join(held, 'lyceum'), `#!/bin/sh\necho $$ >${held}/pid\nexec sleep 600 >/dev/null 2>&1\n`);
        await chmod(join(held, 'lyceum'), 0o755);
        const first = begin(backups, { path: `${held}:${path}` });
        await until(
          'the verification',
          () =>
            access(join(held, 'pid')).then(
              () => true,
              () => false,
            ),
          60_000,
        );
        expect(await isListening()).toBe(true);
        const second = await drill(backups);
        expect(second).toEqual({ code: 1, output: 'Another restore drill is running.\n' });
        first.kill(signal);
        await first.exited;
        await until('the end of the server', async () => !(await isListening()), 60_000);
        if (signal === 'SIGKILL') {
          expect(await leftOvers()).toHaveLength(1);
          spawnSync('sh', ['-c', `kill $(cat ${held}/pid)`]);
        }
        await expectProven(backups);
      },
    );
  },
  600_000,
);
