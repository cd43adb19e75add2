import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { Table } from '../../libraries/typed-sql/index.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { callerOf, observedRouter, type Transport } from '../calls/caller.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { detached } from '../core/call-scope.ts';
import type { Variables } from '../core/config/config.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import type { DomainEvent } from '../core/event.ts';
import { Database } from '../data/database.ts';
import type { Invariant } from '../data/invariants.ts';
import { migrate } from '../data/migrate.ts';
import { type MigrationState, migrationState } from '../data/migration-state.ts';
import { type Backlog, readBacklog } from '../data/outbox/backlog.ts';
import type { Constraints } from '../data/pg-failure.ts';
import { countDeadLetters } from '../events/inbox/dead-letters.ts';
import { ServiceEvents } from '../events/service-events.ts';
import { TracedBus } from '../events/tracing/traced-bus.ts';
import type { Consumer, Listener } from '../handler/consume.ts';
import { handleCall } from '../handler/handle-call.ts';
import type { Implementation } from '../handler/implement.ts';
import type { AnyOperation } from '../handler/operation.ts';
import type { Runtime } from '../handler/runtime.ts';
import { CallTimes } from '../observability/metrics/call-times.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import { endInOrder } from './end-in-order.ts';
import { type Expiry, Janitor, type Partitioning } from './janitor.ts';
import { CALLS_IN_FLIGHT, CallSlots, type ServiceLoad } from './load/call-slots.ts';
import type { BackgroundWork, ServiceOptions } from './service-options.ts';
import { stopBy } from './shutdown-budget.ts';
import { warmUp } from './warm-up.ts';

/** The definition of a service, in `service.ts` of its folder. */
export interface ServiceDefinition {
  /** The name of its folder, proto package, database and subjects. */
  readonly name: string;
  /** The folder of the service's own migrations; absent if it stores nothing. */
  readonly migrations?: URL;
  /** The tables its migrations create, without the platform's own. */
  readonly tables: readonly Table[];
  /** Invariants of its data, in addition to those that the platform checks for every service. */
  readonly invariants?: readonly Invariant[];
  readonly constraints: Constraints;
  /** Whether it signs identities: identity, which has the secrets. */
  readonly issuesIdentities?: true;
  /** Its environment variables, in addition to those of every service. */
  readonly variables?: Variables;
  /** The services that this one calls. */
  readonly calls?: readonly string[];
  readonly implementations: readonly Implementation[];
  readonly consumers: readonly Consumer[];
  /** Called once for each process of the service. Undefined for a process that has none of it to do. */
  readonly work?: (runtime: Runtime) => BackgroundWork | undefined;
  /** Registers the service's metrics, in addition to those of every service. */
  readonly registerMetrics?: (metrics: Metrics, runtime: Runtime) => void;
  /** Data the service stores only for a time: rows, and partitioned tables. */
  readonly expiries?: readonly Expiry[];
  readonly partitions?: readonly Partitioning[];
  /** Cache entries every process of the service drops on an event, including events of the service itself. */
  readonly listeners?: readonly Listener[];
  /** Called with this service's own events right after their commit: drop cache entries here. */
  readonly onCommitted?: (runtime: Runtime, events: readonly DomainEvent[]) => void;
}

/** A running service: the same class in one process, in a separate process, and in tests. */
export class RunningService implements Transport {
  readonly definition: ServiceDefinition;
  readonly runtime: Runtime;
  /** The calls it serves, and those it makes. */
  readonly calls: { readonly answered: CallTimes; readonly made: CallTimes };
  readonly #options: ServiceOptions;
  readonly #db: Database;
  readonly #slots: CallSlots;
  readonly #operations = new Map<DescMethod, AnyOperation>();
  readonly #events: ServiceEvents;
  readonly #janitor: Janitor;
  #work: BackgroundWork | undefined;
  #workEnded: Promise<void> | undefined;
  #migrated = false;

  constructor(definition: ServiceDefinition, options: ServiceOptions) {
    this.definition = definition;
    this.calls = { answered: new CallTimes('server', definition.name), made: new CallTimes('client', definition.name) };
    this.#options = options;
    this.#slots = new CallSlots(options.maxCallsInFlight ?? CALLS_IN_FLIGHT, options.memory);
    const log = options.log.child({ service: definition.name });
    const tracer = options.tracing?.tracer(definition.name);
    const router = observedRouter(options.router, this.calls.made, tracer);
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
      // The key is this call's own: another service would claim it, too.
      call: (context) => callerOf(router, { ...context, idempotency: undefined }),
      committed: (events) => this.#committed(events),
    };
    this.#events = new ServiceEvents(
      this.runtime,
      tracer ? new TracedBus(options.bus, tracer) : options.bus,
      definition,
    );
    this.#janitor = new Janitor({ ...this.runtime, ...definition });
    for (const { operations } of definition.implementations)
      for (const operation of operations) this.#operations.set(operation.method, operation);
  }

  /** Migrates the database. */
  migrate(): Promise<void> {
    return migrate({
      databaseUrl: this.#options.directDatabaseUrl ?? this.#options.databaseUrl,
      migrations: this.definition.migrations,
      log: this.runtime.log,
    });
  }

  /** Starts to deliver and consume events, and the janitor. Calls are also served before that. */
  async start(): Promise<void> {
    await this.#events.start();
    this.#janitor.start();
    this.#work = this.definition.work?.(this.runtime);
    this.#work?.start();
  }

  /** Runs the code of its reads before it is ready, so that the first calls take no longer than later ones. */
  async warmUp(): Promise<number> {
    return (await this.isReady()) ? warmUp(this.#operations.values(), this.runtime) : 0;
  }

  /** Handles a call from any transport. Throws ConnectErrors only. */
  async invoke(method: DescMethod, request: Message, context: CallContext): Promise<Reply> {
    const operation = this.#operations.get(method);
    if (!operation) throw toStatus(new Refusal('OPERATION_UNIMPLEMENTED'));
    const { answered } = this.calls;
    const begun = answered.begin();
    const leave = this.#enter(operation);
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

  /** The load of the service, for metrics. */
  get load(): ServiceLoad {
    return this.#slots.load;
  }

  /** Whether the service is ready: its database responds, and is migrated. */
  async isReady(): Promise<boolean> {
    try {
      await this.#db.ping(READY_WITHIN_MS);
      if (!this.#migrated) {
        const { applied, expected } = await this.migrationState();
        this.#migrated = applied === expected;
      }
      return this.#migrated;
    } catch {
      return false;
    }
  }

  /** Whether a write failed within the last minute because the disk was full; reads still work then. */
  get isDiskFull(): boolean {
    return this.#db.isDiskFull;
  }

  /** The counters of its database, events and janitor. */
  get counts() {
    const { rounds, failures } = this.#janitor;
    return { database: this.#db.counts, events: this.#events.counts, janitor: { rounds, failures } };
  }

  /** The events waiting in the outbox, for a metric. */
  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#db);
  }

  /** The state of the database's migrations, for a metric. */
  migrationState(): Promise<MigrationState> {
    return migrationState(this.#db, this.definition.migrations);
  }

  /** The number of dead letters of each consumer of the service, for a metric; consumers without any are left out. */
  countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    return countDeadLetters(this.#db);
  }

  /** Begins nothing more of its own accord, and still answers calls; resolves when what runs has ended. */
  async endWork(): Promise<void> {
    this.#janitor.stop();
    this.#workEnded ??= this.#work?.stop();
    await this.#workEnded;
  }

  /** Delivers the last events after the last call. Keeps consuming: services of one bus all drain before one stops. */
  drain(deadline: number): Promise<void> {
    return endInOrder([() => this.endWork(), () => this.#events.drain()], deadline);
  }

  /** Drains and stops. */
  stop(deadline = stopBy()): Promise<void> {
    return endInOrder([() => this.drain(deadline), () => this.#events.stop(), () => this.#db.close()], deadline);
  }

  /** Takes a slot for a call; returns a function that releases it, or undefined if there is none. */
  #enter({ access }: AnyOperation): (() => void) | undefined {
    // Credential look-ups of gateways, one for each client: without them no request to any service can continue.
    if (access.has(Access.ANYONE)) return NOTHING_TO_LEAVE;
    return this.#slots.take() ? () => this.#slots.leave() : undefined;
  }

  /** Never throws: the transaction is committed, and the caller must get its result. */
  #committed(events: readonly DomainEvent[]): void {
    if (events.length === 0) return;
    try {
      this.definition.onCommitted?.(this.runtime, events);
    } catch (error) {
      this.runtime.log.error({ err: error }, 'a listener failed after the commit');
    }
    detached(() => this.#events.wake());
  }
}

const NOTHING_TO_LEAVE = () => undefined;
/** How soon the database of a ready service must respond. */
const READY_WITHIN_MS = 2_000;
