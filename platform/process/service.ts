import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { Table } from '../../libraries/typed-sql/index.ts';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { observedRouter, type Transport } from '../calls/caller.ts';
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
import { ArchiveParts } from './archive-parts.ts';
import { Deletions } from './deletion/deletions.ts';
import { endInOrder } from './end-in-order.ts';
import type { Erasing } from './erasure/erasing.ts';
import { Erasures } from './erasure/erasures.ts';
import { type Expiry, Janitor, type Partitioning } from './janitor.ts';
import { CALLS_IN_FLIGHT, CallSlots, type ServiceLoad } from './load/call-slots.ts';
import { Readiness } from './readiness.ts';
import type { BackgroundWork, EndWithClosing, FeedPosition, ServiceOptions, WorkUnderWay } from './service-options.ts';
import { runtimeOf } from './service-runtime.ts';
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
  readonly underWay?: WorkUnderWay;
  readonly feedPosition?: FeedPosition;
  readonly endsWithClosing?: EndWithClosing;
  /** Absent if it holds nothing of people. */
  readonly erasing?: Erasing;
  /** Registers the service's metrics, in addition to those of every service. */
  readonly registerMetrics?: (metrics: Metrics, runtime: Runtime) => void;
  /** Data that is stored only for a time. */
  readonly expiries?: readonly Expiry[];
  readonly partitions?: readonly Partitioning[];
  /** Cache entries every process of the service drops on an event, including events of the service itself. */
  readonly listeners?: readonly Listener[];
  /** Called right after each commit of this process with its events, which may be none: drop cache entries here. */
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
  readonly #erasures: Erasures | undefined;
  readonly #readiness: Readiness;
  #work: readonly (BackgroundWork | undefined)[] = [];
  #workEnded: Promise<unknown> | undefined;

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
    const made = { db: this.#db, log, router, tracer, committed: this.#committed.bind(this) };
    this.runtime = runtimeOf({ ...options, ...made }, definition.name);
    const bus = tracer ? new TracedBus(options.bus, tracer) : options.bus;
    this.#events = new ServiceEvents(this.runtime, bus, definition);
    this.#janitor = new Janitor({ ...this.runtime, ...definition });
    const { journal } = options;
    this.#erasures = journal && new Erasures({ runtime: this.runtime, definition, journal });
    this.#readiness = new Readiness(this.#db, definition.migrations, this.#erasures);
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
    await Promise.all([this.#events.start(), this.#erasures?.look()]);
    this.#janitor.start();
    const own = { ...this.#options, ...this.runtime, ...this.definition };
    this.#work = [this.#erasures, own.work?.(this.runtime), new Deletions(own), new ArchiveParts(own)];
    for (const work of this.#work) work?.start();
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
    const leave = this.#erasures?.answers(method) === false ? undefined : this.#enter(operation);
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

  /** Whether the service is ready: its database responds, is migrated, and has all that was erased. */
  isReady(): Promise<boolean> {
    return this.#readiness.isReady();
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
    this.#workEnded ??= Promise.all(this.#work.map((work) => work?.stop()));
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
    if (access.has(Access.ANYONE)) return () => undefined;
    return this.#slots.take() ? () => this.#slots.leave() : undefined;
  }

  /** Never throws: the transaction is committed, and the caller must get its result. */
  #committed(events: readonly DomainEvent[]): void {
    try {
      this.definition.onCommitted?.(this.runtime, events);
    } catch (error) {
      this.runtime.log.error({ err: error }, 'a listener failed after the commit');
    }
    if (events.length > 0) detached(() => this.#events.wake());
  }
}
