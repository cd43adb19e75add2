import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { natsAccounts, passwordVariable } from '../../deploy/nats/accounts.ts';
import { newPasswords } from '../../dev/nats-server/passwords.ts';
import { NatsSharedCells } from '../../gateway/admission/nats-cells.ts';
import { RATE_BUCKET } from '../../gateway/admission/nats-user.ts';
import { sharingLog } from '../../gateway/admission/open-rate-limits.ts';
import { RATE_LIMIT } from '../../gateway/admission/rate-limit.ts';
import { SharedRateLimiter } from '../../libraries/sliding-window/index.ts';
import { type NatsAddress, NatsLink, natsServers } from '../../platform/events/nats/nats-link.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { findClusterNats } from '../../test/support/nats/find-cluster-nats.ts';
import { TestNatsCluster } from '../../test/support/nats/nats-cluster.ts';
import type { NatsMember } from '../../test/support/nats/nats-member.ts';
import { withTls } from '../../test/support/nats/nats-server.ts';
import { Operator } from '../../test/support/operator.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import type { Program } from '../../test/support/process/program.ts';
import { portOf, spawnGateway, spawnService } from '../../test/support/process/service-process.ts';
import { Scrape } from '../../test/support/scrape.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import { newEmail } from '../../test/support/test-directory.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { readStream } from '../faults/audit/stream.ts';

const program = await findClusterNats();
const scope = new TestScope();
let nats: TestNatsCluster;
let databases: TestDatabases;
let directories: Directory[];
let gateway: Program;
let url: string;
let operator: Operator;
let institution: string;

/** A replica of directory: its process, and where it is again when it starts anew. */
interface Directory {
  readonly port: number;
  program: Program;
}

const launch = (user: string, port = 0) =>
  scope.run(
    spawnService(
      { service: 'directory', databaseUrl: databases.url('directory') },
      new Map([['directory', port]]),
      nats.variablesOf(user),
    ),
  );

/** Two of the three servers, two replicas of directory, identity and a gateway: the third server is late. */
beforeAll(async () => {
  if (program === undefined) return;
  nats = await TestNatsCluster.start({ program, users: natsUsers, up: 2 });
  scope.onClear(() => nats.remove());
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    'directory',
    'identity',
  ]);
  scope.onClear(() => databases.drop());
  const programs = [0, 1].map(() => launch('directory'));
  directories = await Promise.all(programs.map(async (program) => ({ program, port: await portOf(program) })));
  const env = { DIRECTORY_URL: directories.map(({ port }) => `127.0.0.1:${port}`).join() };
  const identity = spawnService(
    { service: 'identity', databaseUrl: databases.url('identity') },
    new Map(['locations', 'webhooks', 'activity'].map((name) => [name, 1])),
    { ...nats.variablesOf('identity'), ...env },
  );
  // The others are not called here: their addresses lead nowhere.
  const ports = new Map([
    ...SERVICES.map((name): [string, number] => [name, 1]),
    ['directory', directories[0]?.port ?? 0],
    ['identity', await portOf(scope.run(identity))],
  ]);
  gateway = scope.run(spawnGateway(ports, { ...nats.variablesOf('gateway'), ...env }));
  url = `http://127.0.0.1:${await portOf(gateway)}`;
  operator = new Operator(ports);
  institution = await operator.newInstitution('school');
});
beforeEach(({ skip }) => skip(program === undefined, 'there is no NATS server for clusters'));
afterAll(async () => {
  operator?.close();
  await scope.clear();
});

/** The rows of both services' databases. */
const rowsOf = async <Row extends object>(text: string) =>
  (await Promise.all(['directory', 'identity'].map((service) => query<Row>(databases.url(service), text)))).flat();
const waiting = async () => (await rowsOf('SELECT FROM outbox WHERE published_at IS NULL')).length;
const allDelivered = () => until('an empty outbox', async () => (await waiting()) === 0, RECOVERY_MS);
const whole = () => until('three servers that keep all', () => nats.isWhole(), RECOVERY_MS);
const newUser = async (client: TestClient) => (await client.post('/users', { email: newEmail(), name: 'Ada' })).status;

/**
 * Every event that the services have told is in the stream, once, and behind those of its aggregate that came before;
 * returns how many there are.
 */
async function expectAllInOrder(): Promise<number> {
  const streamed = (await readStream(nats.addressOf(ADMIN))).map(({ id }) => id);
  const published = await rowsOf<{ id: string; aggregate: string }>(
    'SELECT id, aggregate_id AS aggregate FROM outbox ORDER BY sequence',
  );
  expect(streamed.toSorted()).toEqual(published.map(({ id }) => id).toSorted());
  const positions = new Map(streamed.map((id, position) => [id, position]));
  for (const events of Map.groupBy(published, ({ aggregate }) => aggregate).values()) {
    const own = events.map(({ id }) => positions.get(id) ?? -1);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
  return published.length;
}

describe('a first start with two of three servers', () => {
  it('is refused for the stream, by a reason that says what to do', async () => {
    // Until the two have agreed on who leads, they do not answer.
    const refused = () =>
      expect(nats.provisionOnce()).rejects.toThrow(/fewer servers than the 3 that NATS_REPLICAS requires/);
    await vi.waitFor(refused, { timeout: RECOVERY_MS, interval: 100 });
  });

  it('serves requests; each process says why events and counts do not go through', async () => {
    expect(await newUser(await operator.newClient(institution, url))).toBe(201);
    expect(await waiting()).toBeGreaterThan(0);
    const { problems = {} } = (await (await fetch(`${url}/readyz`)).json()) as { problems?: object };
    expect(problems).not.toHaveProperty('directory');
    expect(gateway.stdout).toMatch(/LYCEUM_RATES.*: it is not provisioned,.* too few of its servers are running/);
    await until('the reason', () =>
      directories.some(({ program }) => /"level":40.*events could not be delivered/.test(program.stdout)),
    );
    const output = directories.map(({ program }) => program.stdout).join('');
    expect(output).toMatch(/LYCEUM_EVENTS.*: it is not provisioned,.* too few of its servers are running/);
    expect(output).not.toMatch(/NATS is unavailable/);
  });

  it('succeeds when the third has joined and the stream is declared: nothing restarts, and all is delivered', async () => {
    await nats.members[2]?.start();
    await nats.provision();
    await gateway.waitForOutput(/"event":"rate_limit_shared"/);
    await allDelivered();
    expect(await expectAllInOrder()).toBeGreaterThan(0);
  });
});

describe('the rate limit of two gateways', () => {
  const NOON = Date.parse('2026-01-31T12:00:00Z');

  /** A gateway's count, and what its log says of it. */
  async function newStore() {
    const link = await NatsLink.open({ ...nats.addressOf('gateway'), name: 'test', log: silentLogger });
    const events: string[] = [];
    const log = pino({}, { write: (line: string) => events.push(JSON.parse(line).event) });
    const cells = new NatsSharedCells({ link, bucket: RATE_BUCKET, timeoutMs: 2_000 });
    const store = await SharedRateLimiter.start({ rate: RATE_LIMIT, cells, now: Date.now, ...sharingLog(log) });
    scope.onClear(async () => {
      await store.close();
      await link.close();
    });
    return { store, events };
  }

  it('is 1000 for both before and after an outage of two servers and of all; meanwhile each counts on from what it knew', async () => {
    const gateways = [await newStore(), await newStore()];
    /** How many of so many requests pass, 50 at a time, at one gateway after the other. */
    const pass = async (key: string, requests: number) => {
      let [sent, passed] = [0, 0];
      const work = async () => {
        while (sent < requests) {
          const { store } = gateways[sent++ % 2] as (typeof gateways)[number];
          if ((await store.take(key, NOON)).allowed) passed++;
        }
      };
      await Promise.all(Array.from({ length: WIDTH }, work));
      return passed;
    };
    const shared = async (what: string) => {
      await until(what, () => gateways.every(({ store }) => !store.isLocal), RECOVERY_MS);
    };
    const isExact = await comparesAndSets(nats.addressOf('gateway'));
    await shared('a shared count');
    const before = { new: await pass('i/before', 1_100), known: await pass('i/known', 600) };

    const gone = nats.members.slice(1);
    await Promise.all(gone.map((member) => member.end('SIGKILL')));
    const without = { new: await pass('i/new', 2_200), known: await pass('i/known', 1_100) };
    expect(gateways.map(({ events }) => events)).toEqual([['rate_limit_alone'], ['rate_limit_alone']]);

    await Promise.all(gone.map((member) => member.start()));
    await shared('a count that is shared again');
    const after = {
      new: await pass('i/new', 100),
      known: await pass('i/known', 100),
      next: await pass('i/after', 1_100),
    };

    process.stdout.write(`Requests that two gateways let through: ${JSON.stringify({ before, without, after })}\n`);
    expect(before.known).toBe(600);
    expect(without.new).toBe(2_000);
    // Each knew all but what the other had on its way, and what both had counted ahead, a twentieth of what was left.
    expect(without.known).toBeGreaterThanOrEqual(800 - 4 * 20);
    expect(without.known).toBeLessThanOrEqual(isExact ? 800 + 2 * WIDTH : 1_100);
    expect(after).toMatchObject({ new: 0, known: 0 });
    if (isExact) expect([before.new, after.next]).toEqual([1_000, 1_000]);

    // The counts are in memory: nothing but the buckets themselves outlives this.
    await Promise.all(nats.members.map((member) => member.end('SIGKILL')));
    await pass('i/none', 2);
    await Promise.all(nats.members.map((member) => member.start()));
    await shared('a count in buckets that are empty');
    const anew = await pass('i/anew', 1_100);
    if (isExact) expect(anew).toBe(1_000);
  });
});

it('a leader that is killed: requests go on, and the next one is given what has waited, once and in order', async () => {
  await whole();
  const traffic = await UserTraffic.begin();
  const former = nats.members[(await nats.leader()) ?? 0] as NatsMember;
  await former.end('SIGKILL');
  await traffic.goesOn();
  await until(
    'another leader',
    async () => ![undefined, former].includes(nats.members[(await nats.leader()) ?? -1]),
    RECOVERY_MS,
  );
  await allDelivered();
  await former.start();
  await traffic.end();
  await allDelivered();
  await expectAllInOrder();
});

/** Whether three servers compare and set as one does: until 2.9.21 two writes at the same time might both be taken. */
async function comparesAndSets(address: NatsAddress): Promise<boolean> {
  const connection = await connect(natsServers(address));
  const { version = '' } = connection.info ?? {};
  await connection.close();
  const isFixed = version.localeCompare('2.9.21', 'en', { numeric: true }) >= 0;
  if (!isFixed)
    process.stderr.write(
      `NATS ${version} may take two writes at the same time: whether the limit is exact is NOT TESTED with three servers.\n`,
    );
  return isFixed;
}

describe('a password that changes', () => {
  /** The accounts with these users in directory's, as docs/operations.md has them in a file of values. */
  const accountsWith = (...names: string[]) => {
    const { DIRECTORY, ...others } = natsAccounts(natsUsers);
    const users = names.map((user) => ({ user, password: `<< $${passwordVariable(user)} >>` }));
    return { accounts: { ...others, DIRECTORY: { ...DIRECTORY, users } } };
  };

  it('is valid beside the former one, and then alone: no request fails, and no event is lost or duplicated', async () => {
    await whole();
    const traffic = await UserTraffic.begin();
    const passwords = newPasswords([{ name: 'directory_2' }]);
    const directory_2 = passwords.directory_2 as string;

    // The configuration is there before the variable: servers that read it meanwhile stay as they are.
    for (const member of nats.members) {
      await member.change({ settings: accountsWith('directory', 'directory_2'), passwords: { directory_2 } });
      member.reload();
      await until('the refusal', async () => /variable reference.*DIRECTORY_2/.test(await member.log()));
      expect(await comesIn(member, 'directory_2')).toBe(false);
      expect(await comesIn(member, 'directory')).toBe(true);
    }
    for (const member of nats.members) {
      await member.end();
      await member.start();
      await whole();
      await traffic.goesOn();
    }
    for (const replica of directories) {
      replica.program.kill('SIGTERM');
      expect(await replica.program.exited).toEqual({ code: 0, signal: null });
      replica.program = launch('directory_2', replica.port);
      await portOf(replica.program);
      await bothAreUsed();
      await traffic.goesOn();
    }
    for (const member of nats.members) {
      expect(await comesIn(member, 'directory')).toBe(true);
      await member.change({ settings: accountsWith('directory_2') });
      member.reload();
      await until('the end of the former one', async () => !(await comesIn(member, 'directory')));
      expect(await comesIn(member, 'directory_2')).toBe(true);
      await traffic.goesOn();
    }
    await traffic.end();
    await allDelivered();
    await expectAllInOrder();
  });

  /** The gateway has found the replica that started anew; before that no other one may go. */
  async function bothAreUsed(): Promise<void> {
    const metrics = `http://127.0.0.1:${(await gateway.waitForOutput(/"metricsPort":(\d+)/))[1]}/metrics`;
    const live = { service: 'gateway', target: 'directory', state: 'live' };
    await Scrape.until(
      'two live replicas',
      metrics,
      (scrape) => scrape.value('lyceum_rpc_client_addresses', live) === 2,
    );
  }

  async function comesIn(member: NatsMember, user: string): Promise<boolean> {
    const address = { url: withTls(member.urlOf(user)), ca: nats.ca };
    const connection = await connect({ ...natsServers(address), reconnect: false }).catch((error: Error) => {
      // A reload also ends connections that are being made.
      expect(error.message).toMatch(/authorization violation|connection refused/i);
    });
    await connection?.close();
    return connection !== undefined;
  }
});

/**
 * Users that are created and renamed one after the other by each of some clients, all the time. None may be refused.
 */
class UserTraffic {
  #done = 0;
  readonly #refused: unknown[] = [];
  #isOver = false;
  readonly #running: Promise<unknown>;

  private constructor(clients: readonly TestClient[]) {
    this.#running = Promise.all(clients.map((client) => this.#run(client)));
    // Callers that wait for the end are notified.
    this.#running.catch(() => undefined);
  }

  static async begin(): Promise<UserTraffic> {
    return new UserTraffic(await Promise.all([0, 1].map(() => operator.newClient(institution, url))));
  }

  /** Resolves when some more were created. */
  async goesOn(): Promise<void> {
    const enough = this.#done + 6;
    await until('users', () => this.#done >= enough || this.#refused.length > 0);
    expect(this.#refused).toEqual([]);
  }

  async end(): Promise<void> {
    await this.goesOn();
    this.#isOver = true;
    await this.#running;
    expect(this.#refused).toEqual([]);
  }

  async #run(client: TestClient): Promise<void> {
    while (!this.#isOver) {
      const created = await client.post('/users', { email: newEmail(), name: 'Ada' });
      const renamed = await client.patch(
        `/users/${created.body.data?.id}`,
        { name: 'Grace' },
        { ifMatch: created.headers.get('etag') ?? '' },
      );
      const wrong = [created, renamed].filter(({ status }) => status >= 300);
      this.#refused.push(...wrong.map(({ status, body }) => ({ status, body })));
      this.#done++;
      // No more than the rate limit allows.
      await delay(PAUSE_MS);
    }
  }
}

const WIDTH = 50;
const PAUSE_MS = 100;
const RECOVERY_MS = 60_000;
