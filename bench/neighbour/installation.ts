import { setTimeout as delay } from 'node:timers/promises';
import { TestNats } from '../../dev/testing/nats-server.ts';
import { natsUsers } from '../../installation/nats-users.ts';
import { services } from '../../installation/services.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { migrate } from '../../platform/data/migrate.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { closeAll, peersFrom, peerVariable } from '../../platform/process/peers.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { Target } from '../../test/faults/neighbour/target.ts';
import { callAs } from '../../test/support/call-as.ts';
import type { Program } from '../../test/support/program.ts';
import { portOf, spawnGateway, spawnService } from '../../test/support/service-process.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { UserServer } from '../../test/support/user-server.ts';
import { type Usage, usageOf } from '../process-usage.ts';

/** An institution of an installation. */
interface Institution {
  /** Calls as its operator. */
  readonly operator: Call;
  /** Creates a new integration. */
  newTarget(): Promise<Target>;
}

/** Services that others call come first. */
const SERVICES = ['directory', 'locations', 'curricula', 'scheduling', 'timetracking', 'webhooks'];

/** The limits of `deploy/base`, in MiB. */
const GATEWAY_MIB = 768;
const SERVICE_MIB = 512;

/** The platform on this machine with its own limits, measured process by process. */
export class Installation {
  readonly #programs: ReadonlyMap<string, Program>;
  readonly #url: string;
  readonly #call: (actor: Actor) => Call;

  private constructor(
    scope: TestScope,
    programs: ReadonlyMap<string, Program>,
    { url, ports }: { readonly url: string; readonly ports: ReadonlyMap<string, number> },
  ) {
    this.#programs = programs;
    this.#url = url;
    const router = new ServiceRouter();
    const addresses = Object.fromEntries([...ports].map(([name, port]) => [peerVariable(name), `127.0.0.1:${port}`]));
    const peers = peersFrom(SERVICES, addresses, router);
    scope.onClear(async () => closeAll(peers));
    this.#call = (actor) => callAs(router, actor);
  }

  /** The platform in one process. @param profiles the folder for profiles, if any */
  static async startOne(scope: TestScope, profiles?: string): Promise<Installation> {
    const env = { ...OWN_LIMITS, ...nodeOptions(profiles) };
    const { program, url, grpcPort } = await scope.startLyceum(await scope.dataDirectory(), { env });
    const ports = new Map(SERVICES.map((name) => [name, grpcPort]));
    return new Installation(scope, new Map([['lyceum', program]]), { url, ports });
  }

  /** A process for each service and the gateway, with heaps limited as in `deploy/base`. */
  static async startMany(scope: TestScope, profiles?: string): Promise<Installation> {
    const postgres = await UserServer.start();
    scope.onClear(() => postgres.stop());
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());
    await postgres.ensureDatabases(SERVICES);
    for (const { name, migrations } of services)
      await migrate({ databaseUrl: postgres.url(name), migrations, log: silentLogger });
    const programs = new Map<string, Program>();
    const ports = new Map<string, number>();
    for (const service of SERVICES) {
      const env = { NATS_URL: nats.urlOf(service), ...nodeOptions(profiles, SERVICE_MIB) };
      const program = scope.run(spawnService({ service, databaseUrl: postgres.url(service) }, ports, env));
      programs.set(service, program);
      ports.set(service, await portOf(program));
    }
    const own = { NATS_URL: nats.urlOf('gateway'), LOG_REQUESTS: '0', ...OWN_LIMITS };
    const gateway = scope.run(spawnGateway(ports, { ...own, ...nodeOptions(profiles, GATEWAY_MIB) }));
    programs.set('gateway', gateway);
    return new Installation(scope, programs, { url: `http://127.0.0.1:${await portOf(gateway)}`, ports });
  }

  async openInstitution(ref: string): Promise<Institution> {
    const all = this.#call({ kind: 'operator', institutionId: null });
    const { institution } = await all(InstitutionService.method.importInstitution, { ref, name: ref });
    const operator = this.#call({ kind: 'operator', institutionId: institution?.id ?? '' });
    return {
      operator,
      newTarget: async () => {
        const made = await operator(IntegrationService.method.createIntegration, { name: ref });
        const credentials = Buffer.from(`${made.integration?.clientId}:${made.clientSecret}`).toString('base64');
        return { url: this.#url, authorization: `Basic ${credentials}` };
      },
    };
  }

  /** Starts or ends a profile of each process. */
  async toggleProfile(): Promise<void> {
    for (const program of this.#programs.values()) program.kill('SIGUSR2');
    await delay(PROFILER_MS);
  }

  usages(): Map<string, Usage> {
    return new Map([...this.#programs].map(([name, { child }]) => [name, usageOf(child.pid ?? 0)]));
  }

  /** What each process has used since, and its peak memory. */
  usedSince(before: ReadonlyMap<string, Usage>): string {
    return [...this.usages()]
      .map(([name, { cpuMs, rssMiB, peakRssMiB }]) => {
        const used = cpuMs - (before.get(name)?.cpuMs ?? 0);
        return `${name} ${used} ms CPU, ${rssMiB.toFixed(0)} MiB (peak ${peakRssMiB.toFixed(0)})`;
      })
      .join('; ');
  }
}

/** The product's default limits; tests have none. */
const OWN_LIMITS = {
  MAX_REQUESTS_IN_FLIGHT: '2400',
  MAX_EVENT_LOOP_DELAY_MS: '500',
  MAX_WRITTEN_MB_PER_DAY: '1024',
};

/** The approximate time to start or write a profile. */
const PROFILER_MS = 1_000;

const PROFILER = new URL('./profiler.ts', import.meta.url).href;

/** @param mib the memory limit of the process's container: see `deploy/Dockerfile` */
function nodeOptions(profiles: string | undefined, mib?: number): Record<string, string> {
  const heap = mib === undefined ? '' : `--max-old-space-size=${Math.floor(mib * 0.6)}`;
  return profiles ? { NODE_OPTIONS: `${heap} --import ${PROFILER}`, PROFILE_DIR: profiles } : { NODE_OPTIONS: heap };
}
