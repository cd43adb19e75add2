import { randomBytes } from 'node:crypto';
import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { inject } from 'vitest';
import { openPool } from '../../../libraries/pg-batch/index.ts';
import { type Call, callerOf, callForReply } from '../../../platform/calls/caller.ts';
import { IdentityIssuer } from '../../../platform/calls/identity/identity-issuer.ts';
import type { OidcProvider } from '../../../platform/calls/identity/identity-variables.ts';
import { OidcOperators } from '../../../platform/calls/identity/oidc-operators.ts';
import { ServiceRouter } from '../../../platform/calls/service-router.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { CallContext, IdempotencyKey, Reply } from '../../../platform/core/call-context.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { InProcessBus } from '../../../platform/events/in-process-bus.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type Logger, silentLogger } from '../../../platform/observability/log.ts';
import { RunningService } from '../../../platform/process/service.ts';
import type { ServiceDefinition } from '../../../platform/process/service-definition.ts';
import { FakeClock, StandingClock } from '../fake-clock.ts';
import { TestDatabases } from '../postgres/test-databases.ts';
import { OncePerWorker } from '../process/once-per-worker.ts';
import { testKeys } from './test-identities.ts';
import { testConfiguration } from './test-secret-keys.ts';

type KeyedCall = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<Reply<MessageShape<O>>>;

/** Timeout of calls: far longer than they take; the fake clock does not advance. */
const DEADLINE_MS = 60_000;

/** One service on its own database, called in memory, for tests of its RPCs. */
export interface TestService {
  readonly clock: FakeClock;
  readonly runtime: Runtime;
  readonly service: RunningService;
  /** Calls as the given actor. Throws Refusals. */
  call(actor: Actor): Call;
  /** Calls with an idempotency key; the reply has whether it was replayed. */
  callWithKey(actor: Actor, idempotency: IdempotencyKey): KeyedCall;
  /** Reads or changes stored data directly, bypassing the service. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

interface TestServiceOptions {
  /** The services that it calls; tests can call them too. */
  readonly peers?: readonly ServiceDefinition[];
  readonly log?: Logger;
  readonly oidc?: OidcProvider | undefined;
  /** In addition to the configuration of all tests. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /**
   * A service for this file alone: the test may move its clock, count all its rows, and change what all institutions
   * share.
   */
  readonly service?: 'own';
}

/**
 * Starts a service without its relay: events stay in the outbox, where tests can count them. All files of a worker
 * share it, unless one has options other than the peers.
 */
export async function startTestService(
  definition: ServiceDefinition,
  { peers = [], ...own }: TestServiceOptions = {},
): Promise<TestService> {
  if (Object.keys(own).length > 0) return run(definition, peers, own);
  const key = [definition, ...peers].map(({ name }) => name).join();
  const shared =
    running.get(key) ??
    new OncePerWorker(
      () => run(definition, peers, {}),
      (service) => service.stop(),
    );
  running.set(key, shared);
  const clock = new StandingClock(STARTS_AT, "startTestService(…, { service: 'own' })");
  return { ...(await shared.get()), clock, stop: async () => undefined };
}

const STARTS_AT = '2026-10-05T08:00:00.000Z';

/** By the names of the service and its peers. */
const running = new Map<string, OncePerWorker<TestService>>();

async function run(
  definition: ServiceDefinition,
  peers: readonly ServiceDefinition[],
  { log = silentLogger, oidc, configuration = {} }: TestServiceOptions,
): Promise<TestService> {
  const databases = await TestDatabases.create(
    inject('databaseServer'),
    randomBytes(6).toString('hex'),
    [definition, ...peers].map(({ name }) => name),
  );
  const clock = new FakeClock(STARTS_AT);
  const router = new ServiceRouter();
  const start = (each: ServiceDefinition) => {
    const started = new RunningService(each, {
      ...databases.addressOf(each.name),
      configuration: { ...testConfiguration, ...configuration },
      maxConnections: 8,
      statementTimeoutMs: 10_000,
      clock,
      ids: systemIds,
      log,
      bus: new InProcessBus(log),
      router,
      issuer: new IdentityIssuer(testKeys, clock),
      oidcOperators: oidc && new OidcOperators(oidc, clock),
    });
    router.add(each.name, { transport: started, isReady: () => started.isReady() });
    return started;
  };
  const service = start(definition);
  const others = peers.map(start);
  const beside = openPool({ connectionString: databases.url(definition.name), max: 2 });
  const contextOf = (actor: Actor): CallContext => ({
    actor,
    requestId: systemIds.newRequestId(),
    deadline: deadlineAfter(DEADLINE_MS),
  });
  return {
    clock,
    runtime: service.runtime,
    service,
    call: (actor) => (method, request) => callerOf(router, contextOf(actor))(method, request),
    callWithKey: (actor, idempotency) => (method, request) =>
      callForReply(router, { ...contextOf(actor), idempotency }, method, request),
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await beside.query(text, [...values])).rows as Row[],
    async stop() {
      await beside.end();
      await Promise.all([service, ...others].map((each) => each.stop()));
      await databases.drop();
    },
  };
}
