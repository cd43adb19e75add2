import { create } from '@bufbuild/protobuf';
import type pg from 'pg';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { callerOf, type Transport } from '../../platform/calls/caller.ts';
import type { Identified } from '../../platform/calls/identity/claims.ts';
import { IdentityIssuer } from '../../platform/calls/identity/identity-issuer.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { NO_DEADLINE } from '../../platform/core/call-scope.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { type Ids, systemIds } from '../../platform/core/ids.ts';
import { InProcessBus } from '../../platform/events/in-process-bus.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { RunningService, type ServiceDefinition } from '../../platform/process/service.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { directory } from '../../services/directory/service.ts';
import { identity } from '../../services/identity/service.ts';
import { locations } from '../../services/locations/service.ts';
import { scheduling } from '../../services/scheduling/service.ts';
import { timetracking } from '../../services/timetracking/service.ts';
import { testKeys } from '../../test/support/calls/test-identities.ts';
import { testConfiguration } from '../../test/support/calls/test-secret-keys.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Gate } from './gate.ts';
import type { Send } from './scenario.ts';
import { SeededIds } from './seeded-ids.ts';

/** The services that schedules drive, and those that these call. */
export const driven: readonly ServiceDefinition[] = [timetracking, directory, locations, scheduling, identity];
/** The replicas of each service whose statements are held. */
export const REPLICAS = 3;

/** Replicas of a service: one that nothing holds, and those that the gate holds. */
interface Replicas {
  readonly free: RunningService;
  readonly held: readonly RunningService[];
}

/** Services in this process on real databases, with a clock that stands still, and the gate before their statements. */
export class World {
  readonly gate: Gate;
  /** Of the replicas that are held. */
  readonly ids = new SeededIds();
  readonly clock = new FakeClock('2026-10-05T08:00:00.000Z');
  readonly #seeds = new Map<string, number>();
  readonly #replicas: ReadonlyMap<string, Replicas>;
  /** Leads to the replicas that nothing holds. */
  readonly #free = new ServiceRouter();
  /** Beside the services: one for each database. */
  readonly #beside: ReadonlyMap<string, pg.Pool>;

  /** @param urlOf the address of a service's own database, as a role that sees the sessions of all */
  constructor(urlOf: (service: string) => string) {
    this.#beside = new Map(driven.map(({ name }) => [name, openPool({ connectionString: urlOf(name), max: 2 })]));
    const watch = this.#beside.get(directory.name) as pg.Pool;
    this.gate = new Gate(watch, (application) => application?.startsWith(HELD) === true);
    const start = (definition: ServiceDefinition, ids: Ids, application?: string) => {
      const router = new ServiceRouter();
      const { clock } = this;
      const url = new URL(urlOf(definition.name));
      if (application !== undefined) url.searchParams.set('application_name', application);
      const service = new RunningService(definition, {
        databaseUrl: url.href,
        configuration: testConfiguration,
        maxConnections: 8,
        statementTimeoutMs: 60_000,
        clock,
        ids,
        log: silentLogger,
        bus: new InProcessBus(silentLogger),
        router,
        issuer: new WatchedIssuer(this.gate, clock),
      });
      for (const name of definition.calls ?? []) {
        const transport = definition === timetracking ? members : this.#besides(name);
        router.add(name, { transport, isReady: async () => true });
      }
      return service;
    };
    const names = Array.from({ length: REPLICAS }, (_, index) => `${HELD}${index + 1}`);
    this.#replicas = new Map(
      driven.map((definition) => [
        definition.name,
        { free: start(definition, systemIds), held: names.map((name) => start(definition, this.ids, name)) },
      ]),
    );
    for (const { name } of driven) this.#free.add(name, { transport: this.free(name), isReady: async () => true });
  }

  /** Calls what nothing holds, as an integrator does. */
  freely(actor: Actor): Send {
    return callerOf(this.#free, { actor, requestId: PREPARING, deadline: NO_DEADLINE });
  }

  /** The way of held replicas to another service, which answers between two steps. */
  #besides(name: string): Transport {
    return { invoke: (...call) => this.gate.beside(() => this.free(name).invoke(...call)) };
  }

  /** Lets held replicas create the ids of a seed. A repetition in the same databases has others, which sort alike. */
  reseed(text: string): void {
    const count = this.#seeds.getOrInsert(text, 0);
    this.#seeds.set(text, count + 1);
    this.ids.reseed(`${text} ${count}`);
  }

  free(service: string): RunningService {
    return this.#replicasOf(service).free;
  }

  held(service: string, index: number): RunningService {
    return this.#replicasOf(service).held[index] as RunningService;
  }

  async rows<Row extends object>(service: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return ((await this.#beside.get(service)?.query(text, [...values]))?.rows ?? []) as Row[];
  }

  async close(): Promise<void> {
    this.gate.close();
    await Promise.all(
      [...this.#replicas.values()].flatMap(({ free, held }) => [free, ...held]).map((each) => each.stop()),
    );
    await Promise.all([...this.#beside.values()].map((pool) => pool.end()));
  }

  #replicasOf(service: string): Replicas {
    const replicas = this.#replicas.get(service);
    if (!replicas) throw new Error(`no schedule drives ${service}`);
    return replicas;
  }
}

/** Calls a replica as an integrator does. */
export function sendTo(service: RunningService, actor: Actor, key: string): Send {
  const idempotency = { key, fingerprint: key };
  return callerOf({ transportOf: () => service }, { actor, requestId: key, deadline: NO_DEADLINE, idempotency });
}

/** Signs on another thread, where the gate sees nothing happen. */
class WatchedIssuer extends IdentityIssuer {
  readonly #gate: Gate;

  constructor(gate: Gate, clock: Clock) {
    super(testKeys, clock);
    this.#gate = gate;
  }

  override issue(who: Identified): Promise<string> {
    return this.#gate.waitFor(() => super.issue(who));
  }
}

/** Directory as time tracking needs it: everybody is a member of an institution in UTC. */
const members: Transport = {
  async invoke(method, request) {
    const { resolveMember, batchResolveMembers } = MemberService.method;
    const { getInstitution } = InstitutionService.method;
    const userOf = ({ identity }: { readonly identity: { readonly value?: string | undefined } }) => ({
      id: identity.value ?? '',
    });
    switch (method.name) {
      case getInstitution.name:
        return {
          message: create(method.output, { institution: { settings: { timeTrackingEnabled: true } } } as never),
        };
      case resolveMember.name:
        return {
          message: create(method.output, { user: userOf((request as never as { identity: never }).identity) } as never),
        };
      case batchResolveMembers.name: {
        const { identities } = request as never as { readonly identities: never[] };
        const found = identities.map((identity, index) => ({ index, user: userOf(identity) }));
        return { message: create(method.output, { members: found } as never) };
      }
      default:
        throw new Error(`time tracking does not call ${method.name}`);
    }
  },
};

/** The request id of what a scenario prepares. */
export const PREPARING = 'before';
const HELD = 'replica-';
