import type { DescMethod, Message } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { observedRouter, type Transport } from '../calls/caller.ts';
import { institutionOf } from '../calls/placed-transport.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { detached } from '../core/call-scope.ts';
import { monotonicMs } from '../core/clock.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import type { DomainEvent } from '../core/event.ts';
import { Database } from '../data/database.ts';
import { migrate } from '../data/migrate.ts';
import { type MigrationState, migrationState } from '../data/migration-state.ts';
import { type Backlog, readBacklog } from '../data/outbox/backlog.ts';
import { FIRST_SERVER, nameAt } from '../data/placements.ts';
import { countDeadLetters } from '../events/inbox/dead-letters.ts';
import { ServiceEvents } from '../events/service-events.ts';
import { TracedBus } from '../events/tracing/traced-bus.ts';
import { handleCall } from '../handler/handle-call.ts';
import type { AnyOperation } from '../handler/operation.ts';
import type { Runtime } from '../handler/runtime.ts';
import { CallTimes } from '../observability/metrics/call-times.ts';
import { ArchiveParts } from './archive-parts.ts';
import { Deletions } from './deletion/deletions.ts';
import { endInOrder } from './end-in-order.ts';
import { Erasures } from './erasure/erasures.ts';
import { Janitor } from './janitor.ts';
import { CALLS_IN_FLIGHT, CallSlots, type ServiceLoad } from './load/call-slots.ts';
import { Placements } from './placements.ts';
import { Readiness } from './readiness.ts';
import type { ServiceDefinition } from './service-definition.ts';
import type { BackgroundWork, ServiceOptions } from './service-options.ts';
import { runtimeOf } from './service-runtime.ts';
import { stopBy } from './shutdown-budget.ts';
import { warmUp } from './warm-up.ts';

/** A running service: the same class in one process, in a separate process, and in tests. */
export class RunningService implements Transport {
  readonly definition: ServiceDefinition;
  /** That of the service, with the server if it is not the first one: `timetracking@b`. */
  readonly name: string;
  /** The server of its database; empty for the first one. */
  readonly server: string;
  readonly runtime: Runtime;
  /** The calls it serves, and those it makes. */
  readonly calls: { readonly answered: CallTimes; readonly made: CallTimes };
  readonly #options: ServiceOptions;
  readonly #db: Database;
  readonly #slots: CallSlots;
  readonly #placements: Placements;
  readonly #operations = new Map<DescMethod, AnyOperation>();
  readonly #events: ServiceEvents;
  readonly #janitor: Janitor;
  readonly #erasures: Erasures | undefined;
  readonly #readiness: Readiness;
  #work: readonly (BackgroundWork | undefined)[] = [];
  #workEnded: Promise<unknown> | undefined;

  constructor(definition: ServiceDefinition, options: ServiceOptions) {
    this.definition = definition;
    const { server = FIRST_SERVER } = options;
    const name = nameAt(definition.name, server);
    this.name = name;
    this.server = server;
    this.calls = { answered: new CallTimes('server', name), made: new CallTimes('client', name) };
    this.#options = options;
    this.#slots = new CallSlots(options.maxCallsInFlight ?? CALLS_IN_FLIGHT, options.memory);
    const log = options.log.child({ service: name });
    const tracer = options.tracing?.tracer(name);
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
    const { isPlaceable = false } = definition;
    this.#placements = new Placements({ db: this.#db, log, server, isPlaceable });
    const issuer = options.issuer?.placedBy((institutionId) => this.#placements.serverOf(institutionId));
    const made = {
      db: this.#db,
      log,
      router,
      tracer,
      issuer,
      placements: this.#placements,
      committed: this.#committed.bind(this),
    };
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
      server: this.#options.server,
      log: this.runtime.log,
    });
  }

  /** Starts to deliver and consume events, and the janitor. Calls are also served before that. */
  async start(): Promise<void> {
    await Promise.all([this.#events.start(), this.#erasures?.look(), this.#placements.start()]);
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
      if (!leave) throw new Refusal('SERVICE_BUSY');
      if (monotonicMs() >= this.#placements.askedFromMs)
        this.#placements.requireHere(institutionOf(request, context.actor));
      const reply = await handleCall({ operation, runtime: this.runtime, request, context });
      answered.end(method, begun);
      return reply;
    } catch (error) {
      answered.end(method, begun, error);
      throw error instanceof ConnectError ? error : toStatus(error);
    } finally {
      leave?.();
    }
  }

  /** The server with the rows of an institution, as far as this process knows. */
  serverOf(institutionId: string): string {
    return this.#placements.serverOf(institutionId);
  }

  /** The load of the service, for metrics. */
  get load(): ServiceLoad {
    return this.#slots.load;
  }

  /** Whether the service is ready: its database responds, is migrated, and has all that was erased. */
  async isReady(): Promise<boolean> {
    return (await this.#readiness.isReady()) && this.#placements.isReady;
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
    return endInOrder(
      [() => this.drain(deadline), () => this.#events.stop(), () => this.#placements.stop(), () => this.#db.close()],
      deadline,
    );
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
