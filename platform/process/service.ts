import type { DescMethod, Message } from '@bufbuild/protobuf';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { callerOf, observedRouter, type Transport } from '../calls/caller.ts';
import type { CallContext } from '../core/call-context.ts';
import { apart } from '../core/call-scope.ts';
import type { Variables } from '../core/config/config.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import type { DomainEvent } from '../core/event.ts';
import type { Reply } from '../core/reply.ts';
import { Database } from '../data/database.ts';
import { isMigrated, type MigrationState, migrationState } from '../data/is-migrated.ts';
import { migrate } from '../data/migrate.ts';
import { type Backlog, readBacklog } from '../data/outbox/backlog.ts';
import type { Constraints } from '../data/pg-failure.ts';
import type { Table } from '../data/schema/table.ts';
import type { EventBus } from '../events/bus.ts';
import { countDeadLetters } from '../events/inbox/dead-letters.ts';
import { subscribeConsumers } from '../events/inbox/deliver.ts';
import { Replayer } from '../events/inbox/replayer.ts';
import type { Listener } from '../events/listener.ts';
import { Relay } from '../events/outbox/relay.ts';
import { TracedBus } from '../events/tracing/traced-bus.ts';
import type { Consumer } from '../handler/consume.ts';
import type { Implementation } from '../handler/implement.ts';
import { handleCall } from '../handler/interceptors.ts';
import type { AnyOperation } from '../handler/operation.ts';
import type { Runtime } from '../handler/runtime.ts';
import { CallTimes } from '../observability/metrics/call-times.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { BackgroundWork } from './background-work.ts';
import { type Expiry, Janitor, type Partitioning } from './janitor.ts';
import { CallSlots, type ServiceLoad } from './load/call-slots.ts';
import { CALLS_IN_FLIGHT } from './load/max-calls-in-flight.ts';
import type { ServiceOptions } from './service-options.ts';

/** What a service is: its folder says it in `service.ts`. */
export interface ServiceDefinition {
  /** Folder, proto package, database and subjects all bear it. */
  readonly name: string;
  /** The folder of the service's own migrations; absent while it keeps nothing. */
  readonly migrations?: URL;
  /** What its migrations make, the platform's own tables aside. */
  readonly tables: readonly Table[];
  readonly constraints: Constraints;
  /** Whether it signs identities: directory, which knows the secrets. */
  readonly issuesIdentities?: true;
  /** What it reads from its environment beside what every service does. */
  readonly variables?: Variables;
  /** The services that this one calls. */
  readonly calls?: readonly string[];
  readonly implementations: readonly Implementation[];
  readonly consumers: readonly Consumer[];
  /** Made once for each process of the service. */
  readonly work?: (runtime: Runtime) => BackgroundWork;
  /** Adds what the service counts beside what every service does. */
  readonly registerMetrics?: (metrics: Metrics, runtime: Runtime) => void;
  /** What the service keeps for a time only: rows, and tables in partitions. */
  readonly expiries?: readonly Expiry[];
  readonly partitions?: readonly Partitioning[];
  /** What every process of the service drops when it hears of an event, its own service's ones included. */
  readonly listeners?: readonly Listener[];
  /** Told of this service's own events right after their commit: the place to drop what is cached. */
  readonly onCommitted?: (runtime: Runtime, events: readonly DomainEvent[]) => void;
}

/** A service that answers calls: the same class in one process, in a process of its own, and in the tests. */
export class RunningService implements Transport {
  readonly definition: ServiceDefinition;
  readonly runtime: Runtime;
  /** The calls that it answers, and those that it makes. */
  readonly calls = { answered: new CallTimes(), made: new CallTimes() };
  readonly #options: ServiceOptions;
  readonly #db: Database;
  readonly #slots: CallSlots;
  readonly #bus: EventBus;
  readonly #operations = new Map<DescMethod, AnyOperation>();
  readonly #relay: Relay;
  readonly #janitor: Janitor;
  readonly #replayer: Replayer;
  #work: BackgroundWork | undefined;
  #migrated = false;
  #unsubscribe: (() => Promise<void>) | undefined;

  constructor(definition: ServiceDefinition, options: ServiceOptions) {
    this.definition = definition;
    this.#options = options;
    this.#slots = new CallSlots(options.maxCallsInFlight ?? CALLS_IN_FLIGHT, options.memory);
    const log = options.log.child({ service: definition.name });
    const tracer = options.tracing?.tracer(definition.name);
    const router = observedRouter(options.router, this.calls.made, tracer);
    this.#bus = tracer ? new TracedBus(options.bus, tracer) : options.bus;
    this.#db = new Database({
      url: options.databaseUrl,
      directUrl: options.directDatabaseUrl,
      maxConnections: options.maxConnections,
      statementTimeoutMs: options.statementTimeoutMs,
      applicationName: `lyceum-${definition.name}`,
      constraints: definition.constraints,
      log,
      tracer,
    });
    this.#relay = new Relay({ db: this.#db, bus: this.#bus, clock: options.clock, log, service: definition.name });
    this.runtime = {
      service: definition.name,
      configuration: options.configuration ?? {},
      db: this.#db,
      clock: options.clock,
      ids: options.ids,
      log,
      tracer,
      issuer: options.issuer,
      oidcOperators: options.oidcOperators,
      call: (context) => callerOf(router, context),
      committed: (events) => this.#committed(events),
    };
    this.#janitor = new Janitor({ ...this.runtime, ...definition });
    this.#replayer = new Replayer(this.runtime, definition.consumers);
    for (const { operations } of definition.implementations)
      for (const operation of operations) this.#operations.set(operation.method, operation);
  }

  /** Brings the database up to date. */
  migrate(): Promise<void> {
    return migrate({
      databaseUrl: this.#options.directDatabaseUrl ?? this.#options.databaseUrl,
      migrations: this.definition.migrations,
      log: this.runtime.log,
    });
  }

  /** Begins to deliver and to consume events, and to tidy up. Calls are answered before that, too. */
  async start(): Promise<void> {
    this.#unsubscribe = await subscribeConsumers(this.runtime, this.definition, this.#bus);
    this.#replayer.start();
    this.#relay.start();
    this.#janitor.start();
    this.#work = this.definition.work?.(this.runtime);
    this.#work?.start();
  }

  /** Answers a call, by whatever transport it came. Throws ConnectErrors only. */
  async invoke(method: DescMethod, request: Message, context: CallContext): Promise<Reply> {
    const operation = this.#operations.get(method);
    if (!operation) throw toStatus(new Refusal('OPERATION_UNIMPLEMENTED'));
    const { answered } = this.calls;
    const begun = answered.begin();
    const leave = this.#enter(operation, context);
    try {
      if (!leave) throw toStatus(new Refusal('SERVICE_BUSY'));
      const reply = await handleCall({ operation, runtime: this.runtime, request, context });
      answered.end(method, begun);
      return reply;
    } catch (error) {
      answered.end(method, begun, error);
      throw error;
    } finally {
      leave?.();
    }
  }

  /** How the service is loaded: measures. */
  get load(): ServiceLoad {
    return this.#slots.load;
  }

  /** Whether the service can do its work: its database answers, and is up to date. */
  async isReady(): Promise<boolean> {
    try {
      await this.#db.ping(READY_WITHIN_MS);
      this.#migrated ||= await isMigrated(this.#db, this.definition.migrations);
      return this.#migrated;
    } catch {
      return false;
    }
  }

  /** Whether its database could not write for want of disk within the last minute; what is read is there all the same. */
  get isDiskFull(): boolean {
    return this.#db.isDiskFull;
  }

  /** What its database, its relay and its janitor count. */
  get counts() {
    const { rounds, failures } = this.#janitor;
    return { database: this.#db.counts, published: this.#relay.published, janitor: { rounds, failures } };
  }

  /** What waits in the outbox, for a measure. */
  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#db);
  }

  /** How far the database is migrated, for a measure. */
  migrationState(): Promise<MigrationState> {
    return migrationState(this.#db, this.definition.migrations);
  }

  /** How many events each consumer of the service has parked, for a measure; consumers without any are left out. */
  countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    return countDeadLetters(this.#db);
  }

  /**
   * Delivers the last events, as far as the bus takes them; calls must have ended before. Still consumes: of services that share a bus all
   * drain before the first stops, or an event would be published to nobody.
   */
  async drain(): Promise<void> {
    this.#janitor.stop();
    await this.#work?.stop();
    await this.#relay.stop();
  }

  /** Drains and ends. */
  async stop(): Promise<void> {
    await this.drain();
    await Promise.all([this.#unsubscribe?.(), this.#replayer.stop()]);
    await this.#db.close();
  }

  /** Takes a place for a call; returns what leaves it, or nothing where there is none for its institution. */
  #enter({ access }: AnyOperation, { actor }: CallContext): (() => void) | undefined {
    // Those that tell a gateway who its clients are, one for each: without their answers no request to any service gets on.
    if (access === Access.ANYONE) return NOTHING_TO_LEAVE;
    // The platform's own calls, which belong to none, share as one more.
    const holder = actor.institutionId ?? '';
    return this.#slots.take(holder) ? () => this.#slots.leave(holder) : undefined;
  }

  /** Never throws: what is committed is done, and the caller must hear so. */
  #committed(events: readonly DomainEvent[]): void {
    if (events.length === 0) return;
    try {
      this.definition.onCommitted?.(this.runtime, events);
    } catch (error) {
      this.runtime.log.error({ err: error }, 'a listener failed after the commit');
    }
    apart(() => this.#relay.wake());
  }
}

const NOTHING_TO_LEAVE = () => undefined;
/** How soon the database of a service that can do its work answers. */
const READY_WITHIN_MS = 2_000;
