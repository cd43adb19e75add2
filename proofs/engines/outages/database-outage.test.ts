import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acknowledged, CreateStorm } from '../../../test/support/create-storm.ts';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { expectOneUserEach } from '../../../test/support/expect-one-user-each.ts';
import { Operator } from '../../../test/support/operator.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { Welcome } from '../../../test/support/process/lyceum-process.ts';
import { signalAll } from '../../../test/support/process/process-tree.ts';
import type { Program } from '../../../test/support/process/program.ts';
import { ReadStorm } from '../../../test/support/read-storm.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const REQUEST_TIMEOUT_MS = 2_000;
/** Allowance for a machine busy with the test itself. */
const SLACK_MS = 3_000;
const env = { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) };
const scope = new TestScope();
afterAll(() => scope.clear());

describe('PostgreSQL of the user', () => {
  let server: UserServer;
  let lyceum: Outage;
  beforeAll(async () => {
    server = await UserServer.start();
    scope.onClear(() => server.stop());
    const databaseUrl = { DATABASE_URL: await server.newRole('CREATEDB') };
    lyceum = await Outage.prepare(
      await scope.startLyceum(await scope.dataDirectory(), { env: { ...env, ...databaseUrl } }),
    );
  });

  it('is stopped and started again', async () => {
    const storm = await lyceum.weather({
      breaks: () => server.halt(),
      recovers: () => server.resume(),
    });
    await expectOneUserEach(storm, server.url('lyceum_directory'));
  });

  it('is unavailable while the platform stops', async () => {
    await server.halt();
    const { program } = lyceum.welcome;
    program.kill('SIGTERM');
    expect(await program.exited).toEqual({ code: 0, signal: null });
    await server.resume();
  });
});

describe('PostgreSQL that comes with the platform', () => {
  let data: DataDirectory;
  let lyceum: Outage;
  beforeAll(async () => {
    data = await scope.dataDirectory();
    lyceum = await Outage.prepare(await scope.startLyceum(data, { env }));
  });

  it('is killed, and restarts automatically', async () => {
    const storm = await lyceum.weather({
      breaks: async () => signalAll([data.postmaster as number], 'SIGKILL'),
      recovers: async () => undefined,
    });
    await expectOneUserEach(storm, await data.databaseUrl('lyceum_directory'));
  });

  it('hangs', async () => {
    const frozen = await data.postgresProcesses();
    const storm = await lyceum.weather({
      breaks: async () => signalAll(frozen, 'SIGSTOP'),
      recovers: async () => signalAll(frozen, 'SIGCONT'),
    });
    await expectOneUserEach(storm, await data.databaseUrl('lyceum_directory'));
  });

  it('loses a session: the others keep serving', async () => {
    const url = await data.databaseUrl('lyceum_directory');
    const storm = await lyceum.drizzle(async () => {
      await query(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lyceum-directory'",
      );
    });
    await expectOneUserEach(storm, url);
  });

  it('has one session that hangs: the others keep serving', async () => {
    const url = await data.databaseUrl('lyceum_directory');
    const sessions = await query<{ pid: number }>(
      url,
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'lyceum-directory'",
    );
    const frozen = sessions.slice(0, 1).map(({ pid }) => pid);
    // Before the load: a session that freezes while it holds one of the server's internal locks stops all clients.
    signalAll(frozen, 'SIGSTOP');
    const storm = await lyceum.drizzle(async () => undefined);
    signalAll(frozen, 'SIGCONT');
    await expectOneUserEach(storm, url);
  });
});

/** A platform whose database fails under load. */
class Outage {
  readonly welcome: Welcome & { program: Program };
  readonly #clients: readonly TestClient[];

  private constructor(welcome: Welcome & { program: Program }, clients: readonly TestClient[]) {
    this.welcome = welcome;
    this.#clients = clients;
  }

  static async prepare(welcome: Welcome & { program: Program }): Promise<Outage> {
    const operator = new Operator(welcome.grpcPort);
    const institution = await operator.anyInstitution();
    const clients = [];
    for (let n = 0; n < 4; n++) clients.push(await operator.newClient(institution, welcome.url));
    operator.close();
    return new Outage(welcome, clients);
  }

  /** Load before, during and after an outage of everything. */
  async weather(fault: { breaks(): Promise<void>; recovers(): Promise<void> }): Promise<CreateStorm> {
    return this.#underLoad(async (storm) => {
      await fault.breaks();
      await storm.seen(10, 503);
      await until('/readyz with 503', async () => (await this.#readiness()) === 503);
      await fault.recovers();
      await until('/readyz with 200', async () => (await this.#readiness()) === 200);
      await storm.seen(50, 201);
    });
  }

  /** Load before and during a fault the other sessions compensate. */
  async drizzle(breaks: () => Promise<void>): Promise<CreateStorm> {
    return this.#underLoad(async (storm) => {
      await breaks();
      await storm.seen(50, 201);
      // One check may meet the session that is at fault.
      await until('/readyz with 200', async () => (await this.#readiness()) === 200);
    });
  }

  /**
   * Writes and reads during `event`: the only responses are success, 503 with Retry-After (which the client checks)
   * and, for a repeated request whose first attempt still runs, 409; none arrives much later than the time limit; no
   * connection is lost.
   */
  async #underLoad(happening: (storm: CreateStorm) => Promise<void>): Promise<CreateStorm> {
    const storm = new CreateStorm(this.#clients).begin(16);
    await storm.seen(20, 201);
    const reads = new ReadStorm(
      this.#clients,
      storm.attempts.map(acknowledged).filter((id) => id !== undefined),
    ).begin(4);
    await happening(storm);
    await storm.end();
    await reads.end();
    await storm.complete();

    const answers = [...storm.attempts.flatMap(({ answers }) => answers), ...reads.answers];
    const seen = new Map<string, number>();
    for (const answer of answers) {
      const status = answer === 'lost' ? answer : `${answer.status} ${answer.status < 400 ? '' : answer.body.detail}`;
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    const durations = [...storm.attempts.flatMap((attempt) => attempt.durations), ...reads.durations];
    expect(this.welcome.program.isRunning).toBe(true);
    expect([...seen.keys()].filter((status) => !/^(20[01]|409|503) /.test(status))).toEqual([]);
    expect(Math.max(...durations)).toBeLessThan(REQUEST_TIMEOUT_MS + SLACK_MS);
    return storm;
  }

  async #readiness(): Promise<number> {
    return (await fetch(`${this.welcome.url}/readyz`)).status;
  }
}
