import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import type { Lyceum } from '../../one-process/lyceum.ts';
import type { Call } from '../../platform/calls/caller.ts';
import type { Actor, TenantActor } from '../../platform/core/actor.ts';
import type { Grant } from '../../platform/core/grant.ts';
import { grantMessage } from '../../platform/core/grant-message.ts';
import { FIRST_SERVER } from '../../platform/data/placements.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type FakeClock, StandingClock } from './fake-clock.ts';
import { Placed } from './placement/placed.ts';
import { SHARED } from './postgres/database-traffic.ts';
import { TestDatabases } from './postgres/test-databases.ts';
import { OncePerWorker } from './process/once-per-worker.ts';
import { startOneProcess } from './shape/one-process.ts';
import type { OwnOptions, Platform, SmtpOptions } from './shape/platform.ts';
import { startProcesses } from './shape/processes.ts';
import { type Shape, shapeOfEnvironment } from './shape/shape.ts';
import { TestClient } from './test-client.ts';

export interface TestSystemOptions extends OwnOptions, SmtpOptions {
  /** The shape in which the platform runs; defaults to TEST_SHAPE, so that all tests can run against each shape. */
  readonly shape?: Shape;
  readonly requestTimeoutMs?: number;
  readonly publicUrl?: string;
  readonly errorsBaseUrl?: string;
  /**
   * A platform for this file alone: the test may move its clock, count what it does, change its databases and break it.
   */
  readonly platform?: 'own';
  /** Further PostgreSQL servers, on which institutions can be placed. */
  readonly servers?: readonly string[];
}

/** The whole platform with databases, and the real gateway over HTTP. */
export class TestSystem {
  readonly databases: TestDatabases;
  /** The other PostgreSQL servers, by name. */
  readonly servers: Placed['servers'];
  /** The path of the journal of erasures. */
  readonly journal: string;
  /** The clock of all services and the gateway. A test may move it if the platform is its own. */
  readonly clock: FakeClock;
  readonly #running: Running;
  readonly #platform: Platform;

  private constructor(running: Running, clock = running.platform.clock) {
    const { databases, journal, platform, placed } = running;
    this.databases = databases;
    this.servers = placed.servers;
    this.journal = journal;
    this.clock = clock;
    this.#running = running;
    this.#platform = platform;
  }

  /** The platform that all files of this worker share, which none stops; with options, one of its own. */
  static async start(options: TestSystemOptions = {}): Promise<TestSystem> {
    if (Object.keys(options).length > 0) return new TestSystem(await run(options));
    return new TestSystem(await shared.get(), new StandingClock(STARTS_AT, "TestSystem.start({ platform: 'own' })"));
  }

  /** The gateway's port. */
  get port(): number {
    return this.#platform.port;
  }

  /** The gateway's address: `http://127.0.0.1:40123`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where the console is served, in whatever process. */
  get consoleUrl(): string {
    return this.#platform.consoleUrl;
  }

  /** The services' addresses as environment variables of the command line. */
  get addresses(): Readonly<Record<string, string>> {
    return this.#platform.addresses;
  }

  /** The platform's own objects, for tests declared with `describeInOneProcess`. */
  get lyceum(): Lyceum {
    const { lyceum } = this.#platform;
    if (!lyceum) throw new Error('the platform is in other processes: see describeInOneProcess');
    return lyceum;
  }

  /** The URL of a service's database, on another server by its name there: `timetracking@b`. */
  databaseUrl(name: string): string {
    return this.#running.placed.addressOf(name)?.databaseUrl ?? this.databases.url(name);
  }

  /** Calls services on behalf of an actor. */
  call(actor: Actor): Call {
    return this.#platform.call(actor);
  }

  /** Calls a service on one server, `timetracking@b`, whether or not the institution is there. */
  callAt(name: string, actor: Actor): Call {
    return this.#platform.callAt(name, actor);
  }

  /** Calls as an operator for one institution, or for none. */
  operator(institutionId: string | null = null): Call {
    return this.call({ kind: 'operator', institutionId });
  }

  /** A new institution with one integration and a client for it, on the first server or another one. */
  async newInstitution(
    name = `institution-${randomBytes(4).toString('hex')}`,
    server = FIRST_SERVER,
  ): Promise<TestInstitution> {
    const { institution } = await this.operator()(InstitutionService.method.importInstitution, { ref: name, name });
    const id = institution?.id ?? '';
    if (server !== FIRST_SERVER) await this.place(id, server);
    return {
      id,
      client: await this.newClient(id),
      operator: this.operator(id),
      actor: { kind: 'operator', institutionId: id },
    };
  }

  /** Says that an institution without rows is on a server; resolves when it counts. */
  place(institutionId: string, server: string): Promise<void> {
    return this.#running.placed.place(this.#running, institutionId, server);
  }

  /** A client with a new integration of an institution. */
  async newClient(
    institutionId: string,
    createdBy?: string,
    grant?: Pick<Grant, 'access' | 'areas'>,
  ): Promise<TestClient> {
    const { integration, clientSecret } = await this.operator(institutionId)(
      IntegrationService.method.createIntegration,
      {
        name: 'test',
        ...(createdBy === undefined ? {} : { createdBy }),
        ...(grant && { grant: grantMessage(grant) }),
      },
    );
    return new TestClient(this.url, integration?.clientId ?? '', clientSecret);
  }

  /** Stops the platform, unless other files use it. */
  async stop(): Promise<void> {
    if (this.clock === this.#platform.clock) await end(this.#running);
  }
}

export interface TestInstitution {
  readonly id: string;
  readonly client: TestClient;
  /** Calls services as an operator for this institution. */
  readonly operator: Call;
  readonly actor: TenantActor;
}

interface Running {
  readonly databases: TestDatabases;
  readonly placed: Placed;
  readonly journal: string;
  readonly platform: Platform;
}

const STARTS_AT = '2026-10-05T08:00:00.000Z';

const shared = new OncePerWorker(() => run({}, SHARED), end);

async function run(options: TestSystemOptions, prefix = ''): Promise<Running> {
  const databases = await TestDatabases.create(
    inject('databaseServer'),
    `${prefix}${randomBytes(6).toString('hex')}`,
    services.map(({ name }) => name),
  );
  const placed = await Placed.start(options.servers ?? []);
  const start = (options.shape ?? shapeOfEnvironment()) === 'processes' ? startProcesses : startOneProcess;
  const journal = join(await mkdtemp(join(tmpdir(), 'lyceum-journal-')), 'erasures.jsonl');
  const platform = await start({
    databaseOf: (name) => placed.addressOf(name) ?? databases.addressOf(name),
    servers: options.servers ?? [],
    serverOf: (institutionId) => placed.serverOf(institutionId),
    journal,
    startsAt: STARTS_AT,
    requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
    publicUrl: options.publicUrl,
    errorsBaseUrl: options.errorsBaseUrl,
    email: options.smtpUrl === undefined ? {} : { SMTP_URL: options.smtpUrl, SMTP_FROM: 'Lyceum <lyceum@example.org>' },
    own: options,
  });
  return { databases, placed, journal, platform };
}

async function end({ databases, placed, journal, platform }: Running): Promise<void> {
  await platform.stop();
  await placed.stop();
  await databases.drop();
  await rm(dirname(journal), { recursive: true });
}
