import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { deadlineAfter } from '../../services/chassis/clock.ts';
import { closeAll, peersFrom, peerVariable } from '../../services/chassis/config/peers.ts';
import { migrate } from '../../services/chassis/db/migrate.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { silentLogger } from '../../services/chassis/log.ts';
import { type Call, callerOf } from '../../services/chassis/rpc/caller.ts';
import { ServiceRouter } from '../../services/chassis/rpc/service-router.ts';
import { TestNats } from '../../services/chassis/testing/nats-server.ts';
import { services } from '../../system/services.ts';
import type { Target } from '../../test/faults/neighbour/target.ts';
import type { Program } from '../../test/support/program.ts';
import { portOf, spawnGateway, spawnService } from '../../test/support/service-process.ts';
import { UserServer } from '../../test/support/user-server.ts';
import { Workbench } from '../../test/support/workbench.ts';
import { type Usage, usageOf } from '../process-usage.ts';

interface Institutions {
  /** Who does the worst that is allowed. */
  readonly target: Target;
  /** Who works meanwhile. */
  readonly other: Target;
  /** Calls as operator of the first one. */
  readonly operator: Call;
}

/** Those that others call stand first. */
const SERVICES = ['directory', 'locations', 'curricula', 'scheduling', 'timetracking'];

/** The limits of `deploy/base`, in MiB. */
const GATEWAY_MIB = 768;
const SERVICE_MIB = 512;

/** The platform as in production on this machine, measured process by process. */
export class Installation {
  readonly #bench: Workbench;
  readonly #programs: ReadonlyMap<string, Program>;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #url: string;

  private constructor(bench: Workbench, programs: ReadonlyMap<string, Program>, ports: ReadonlyMap<string, number>) {
    this.#bench = bench;
    this.#programs = programs;
    this.#ports = ports;
    this.#url = `http://127.0.0.1:${ports.get('gateway')}`;
  }

  static async start(): Promise<Installation> {
    const bench = new Workbench();
    const postgres = await UserServer.start();
    bench.onClear(() => postgres.stop());
    const nats = await TestNats.start();
    bench.onClear(() => nats.remove());
    await postgres.ensureDatabases(SERVICES);
    for (const { name, migrations } of services)
      await migrate({ databaseUrl: postgres.url(name), migrations, log: silentLogger });
    const programs = new Map<string, Program>();
    const ports = new Map<string, number>();
    const more = (mib: number) => ({ NATS_URL: nats.url, LOG_REQUESTS: '0', ...inContainerOf(mib) });
    for (const service of SERVICES) {
      const place = { service, databaseUrl: postgres.url(service) };
      const program = bench.run(spawnService(place, ports, more(SERVICE_MIB)));
      programs.set(service, program);
      ports.set(service, await portOf(program));
    }
    const gateway = bench.run(
      spawnGateway(new Map(ports), {
        ...more(GATEWAY_MIB),
        MAX_EVENT_LOOP_DELAY_MS: '500',
        MAX_REQUESTS_IN_FLIGHT: '2400',
      }),
    );
    programs.set('gateway', gateway);
    return new Installation(bench, programs, ports.set('gateway', await portOf(gateway)));
  }

  async openInstitutions(): Promise<Institutions> {
    const router = new ServiceRouter();
    const addresses = Object.fromEntries(
      SERVICES.map((name) => [peerVariable(name), `127.0.0.1:${this.#ports.get(name)}`]),
    );
    const peers = peersFrom(SERVICES, addresses, router);
    this.#bench.onClear(async () => closeAll(peers));
    const as =
      (institutionId: string | null): Call =>
      (method, request) =>
        callerOf(router, {
          actor: { kind: 'operator', institutionId },
          requestId: systemIds.newRequestId(),
          deadline: deadlineAfter(60_000),
        })(method, request);
    const open = async (ref: string) => {
      const { institution } = await as(null)(InstitutionService.method.importInstitution, { ref, name: ref });
      const operator = as(institution?.id ?? '');
      const { integration, clientSecret } = await operator(IntegrationService.method.createIntegration, { name: ref });
      const credentials = Buffer.from(`${integration?.clientId}:${clientSecret}`).toString('base64');
      return { operator, target: { url: this.#url, authorization: `Basic ${credentials}` } };
    };
    const [worst, other] = [await open('worst'), await open('other')];
    return { target: worst.target, other: other.target, operator: worst.operator };
  }

  usages(): Map<string, Usage> {
    return new Map([...this.#programs].map(([name, { child }]) => [name, usageOf(child.pid ?? 0)]));
  }

  /** What each process has used since, and the most that it ever held. */
  usedSince(before: ReadonlyMap<string, Usage>): string {
    return [...this.usages()]
      .map(([name, { cpuMs, rssMiB, peakRssMiB }]) => {
        const used = cpuMs - (before.get(name)?.cpuMs ?? 0);
        return `${name} ${used} ms CPU, ${rssMiB.toFixed(0)} MiB (peak ${peakRssMiB.toFixed(0)})`;
      })
      .join('; ');
  }

  stop(): Promise<void> {
    return this.#bench.clear();
  }
}

/** What a container of this memory gives its process: see `deploy/Dockerfile`. */
function inContainerOf(mib: number): Record<string, string> {
  return { NODE_OPTIONS: `--max-old-space-size=${Math.floor(mib * 0.6)}` };
}
