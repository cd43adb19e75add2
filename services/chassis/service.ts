import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { CallContext } from './call-context.ts';
import { apart } from './call-scope.ts';
import type { Clock } from './clock.ts';
import type { Consumer } from './consume.ts';
import { Database } from './db/database.ts';
import { isMigrated } from './db/is-migrated.ts';
import { migrate } from './db/migrate.ts';
import type { Constraints } from './db/pg-failure.ts';
import { Refusal } from './errors/refusal.ts';
import { toStatus } from './errors/status.ts';
import type { EventBus } from './events/bus.ts';
import type { DomainEvent } from './events/event.ts';
import type { Listener } from './events/listener.ts';
import type { Ids } from './ids.ts';
import type { Implementation } from './implement.ts';
import { subscribeConsumers } from './inbox/deliver.ts';
import { countParkedEvents } from './inbox/parked-events.ts';
import { Replayer } from './inbox/replayer.ts';
import { type Expiry, Janitor } from './janitor.ts';
import type { Logger } from './log.ts';
import type { AnyOperation, Reply } from './operation.ts';
import { Relay } from './outbox/relay.ts';
import { callerOf, type Router } from './rpc/caller.ts';
import { handleCall } from './rpc/interceptors.ts';
import type { Runtime } from './runtime.ts';
import { TracedBus } from './tracing/traced-bus.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What a service is: its folder says it in `service.ts`. */
export interface ServiceDefinition {
  /** Folder, proto package, database and subjects all bear it. */
  readonly name: string;
  /** The folder of the service's own migrations; absent while it keeps nothing. */
  readonly migrations?: URL;
  readonly constraints: Constraints;
  readonly implementations: readonly Implementation[];
  readonly consumers: readonly Consumer[];
  /** What the service keeps for a time only. */
  readonly expiries?: readonly Expiry[];
  /** What every process of the service drops when it hears of an event, its own service's ones included. */
  readonly listeners?: readonly Listener[];
  /** Told of this service's own events right after their commit: the place to drop what is cached. */
  readonly onCommitted?: (runtime: Runtime, events: readonly DomainEvent[]) => void;
}

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly bus: EventBus;
  readonly router: Router;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

/** A service that answers calls: the same class in one process, in a process of its own, and in the tests. */
export class RunningService {
  readonly definition: ServiceDefinition;
  readonly runtime: Runtime;
  readonly #options: ServiceOptions;
  readonly #db: Database;
  readonly #bus: EventBus;
  readonly #operations = new Map<DescMethod, AnyOperation>();
  readonly #relay: Relay;
  readonly #janitor: Janitor;
  readonly #replayer: Replayer;
  #migrated = false;
  #unsubscribe: (() => Promise<void>) | undefined;

  constructor(definition: ServiceDefinition, options: ServiceOptions) {
    this.definition = definition;
    this.#options = options;
    const log = options.log.child({ service: definition.name });
    const tracer = options.tracing?.tracer(definition.name);
    this.#bus = tracer ? new TracedBus(options.bus, tracer) : options.bus;
    this.#db = new Database({
      url: options.databaseUrl,
      maxConnections: options.maxConnections,
      statementTimeoutMs: options.statementTimeoutMs,
      applicationName: `lyceum-${definition.name}`,
      constraints: definition.constraints,
      log,
    });
    this.#relay = new Relay({ db: this.#db, bus: this.#bus, clock: options.clock, log, service: definition.name });
    this.#janitor = new Janitor({ db: this.#db, clock: options.clock, log, expiries: definition.expiries ?? [] });
    this.runtime = {
      service: definition.name,
      db: this.#db,
      clock: options.clock,
      ids: options.ids,
      log,
      tracer,
      call: (context) => callerOf(options.router, context),
      committed: (events) => this.#committed(events),
    };
    this.#replayer = new Replayer(this.runtime, definition.consumers);
    for (const { operations } of definition.implementations)
      for (const operation of operations) this.#operations.set(operation.method, operation);
  }

  /** Brings the database up to date. */
  migrate(): Promise<void> {
    return migrate({
      databaseUrl: this.#options.databaseUrl,
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
  }

  /** Answers a call, by whatever transport it came. Throws ConnectErrors only. */
  handle(method: DescMethod, request: Message, context: CallContext): Promise<Reply> {
    const operation = this.#operations.get(method);
    if (!operation) return Promise.reject(toStatus(new Refusal('OPERATION_UNIMPLEMENTED')));
    return handleCall({ operation, runtime: this.runtime, request, context });
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

  /** How many events each consumer of the service has parked, for a measure; consumers without any are left out. */
  countParkedEvents(): Promise<ReadonlyMap<string, number>> {
    return countParkedEvents(this.#db);
  }

  /**
   * Delivers the last events, as far as the bus takes them; calls must have ended before. Still consumes: of services that share a bus all
   * drain before the first stops, or an event would be published to nobody.
   */
  async drain(): Promise<void> {
    this.#janitor.stop();
    await this.#relay.stop();
  }

  /** Drains and ends. */
  async stop(): Promise<void> {
    await this.drain();
    await Promise.all([this.#unsubscribe?.(), this.#replayer.stop()]);
    await this.#db.close();
  }

  /** Never throws: what is committed is done, and the caller must hear so. */
  #committed(events: readonly DomainEvent[]): void {
    if (events.length === 0) return;
    try {
      this.definition.onCommitted?.(this.runtime, events);
    } catch (error) {
      this.runtime.log.error({ err: error }, 'a listener failed after the commit');
    }
    apart(() => this.#relay.nudge());
  }
}

/** How soon the database of a service that can do its work answers. */
const READY_WITHIN_MS = 2_000;
