import { create } from '@bufbuild/protobuf';
import type pg from 'pg';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { type Call, callerOf, type Transport } from '../../platform/calls/caller.ts';
import type { Identified } from '../../platform/calls/identity/claims.ts';
import { IdentityIssuer } from '../../platform/calls/identity/identity-issuer.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { NO_DEADLINE } from '../../platform/core/call-scope.ts';
import { type Ids, systemIds } from '../../platform/core/ids.ts';
import { present } from '../../platform/core/present.ts';
import { InProcessBus } from '../../platform/events/in-process-bus.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { RunningService } from '../../platform/process/service.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { directory } from '../../services/directory/service.ts';
import { identity } from '../../services/identity/service.ts';
import { locations } from '../../services/locations/service.ts';
import { scheduling } from '../../services/scheduling/service.ts';
import { timetracking } from '../../services/timetracking/service.ts';
import { testKeys } from '../../test/support/calls/test-identities.ts';
import { testConfiguration } from '../../test/support/calls/test-secret-keys.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Gate } from './gate.ts';
import { seededIds } from './seeded-ids.ts';

/** The services that schedules drive, and those that these call. */
export const driven: readonly ServiceDefinition[] = [timetracking, directory, locations, scheduling, identity];
/** The replicas of each service whose statements are held. */
export const REPLICAS = 3;

/** Services in this process on real databases, with a clock that stands still, and the gate before their statements. */
export class World {
  readonly gate: Gate;
  /** Of the replicas that are held. */
  readonly ids = seededIds();
  readonly clock = new FakeClock('2026-10-05T08:00:00.000Z');
  readonly #seeds = new Map<string, number>();
  /** Of each service: first one that nothing holds, then those that the gate holds. */
  readonly #replicas: ReadonlyMap<string, readonly RunningService[]>;
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
      const issuer = new IdentityIssuer(testKeys, clock);
      const issue = issuer.issue.bind(issuer);
      // It signs on another thread, where the gate sees nothing happen.
      Object.assign(issuer, { issue: (who: Identified) => this.gate.waitFor(() => issue(who)) });
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
        issuer,
      });
      for (const name of definition.calls ?? []) {
        // Another service answers between two steps.
        const invoke: Transport['invoke'] = (...call) => this.gate.beside(() => this.free(name).invoke(...call));
        router.add(name, { transport: definition === timetracking ? members : { invoke }, isReady: async () => true });
      }
      return service;
    };
    const held = Array.from({ length: REPLICAS }, (_, index) => `${HELD}${index + 1}`);
    this.#replicas = new Map(
      driven.map((definition) => [
        definition.name,
        [start(definition, systemIds), ...held.map((name) => start(definition, this.ids, name))],
      ]),
    );
    for (const { name } of driven) this.#free.add(name, { transport: this.free(name), isReady: async () => true });
  }

  /** Calls what nothing holds, as an integrator does. */
  freely(actor: Actor): Call {
    return callerOf(this.#free, { actor, requestId: PREPARING, deadline: NO_DEADLINE });
  }

  /** Lets held replicas create the ids of a seed. A repetition in the same databases has others, which sort alike. */
  reseed(text: string): void {
    const count = this.#seeds.getOrInsert(text, 0);
    this.#seeds.set(text, count + 1);
    this.ids.reseed(`${text} ${count}`);
  }

  free(service: string): RunningService {
    return this.held(service, -1);
  }

  held(service: string, index: number): RunningService {
    return present(this.#replicas.get(service)?.[index + 1], service);
  }

  async rows<Row extends object>(service: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return ((await this.#beside.get(service)?.query(text, [...values]))?.rows ?? []) as Row[];
  }

  async close(): Promise<void> {
    this.gate.close();
    await Promise.all([...this.#replicas.values()].flat().map((each) => each.stop()));
    await Promise.all([...this.#beside.values()].map((pool) => pool.end()));
  }
}

/** Directory as time tracking needs it: everybody is a member of an institution in UTC. */
const members: Transport = {
  async invoke(method, request) {
    const { identity, identities = [] } = request as { readonly identity?: Identity; readonly identities?: Identity[] };
    const user = (each?: Identity) => ({ id: each?.identity.value });
    const answers: Readonly<Record<string, object>> = {
      GetInstitution: { institution: { settings: { timeTrackingEnabled: true } } },
      ResolveMember: { user: user(identity) },
      BatchResolveMembers: { members: identities.map((each, index) => ({ index, user: user(each) })) },
    };
    return { message: create(method.output, present(answers[method.name], method.name) as never) };
  },
};
type Identity = { readonly identity: { readonly value: string } };

/** The request id of what a scenario prepares. */
export const PREPARING = 'before';
const HELD = 'replica-';
