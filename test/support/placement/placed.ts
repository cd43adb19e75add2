import { withAllDatabases } from '../../../cli/service-databases.ts';
import { services } from '../../../deploy/installation/services.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { FIRST_SERVER, nameAt, writePlacement } from '../../../platform/data/placements.ts';
import { AuditService as CurriculaAudit } from '../../../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { OperatorService } from '../../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { AuditService as LocationsAudit } from '../../../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { AuditService as SchedulingAudit } from '../../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { AuditService as TimeTrackingAudit } from '../../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { TEST_OPERATOR_TOKEN } from '../calls/test-identities.ts';
import { OtherServer } from '../postgres/other-server.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';
import type { Platform } from '../shape/platform.ts';
import { until } from '../until.ts';

/** A running platform on the first server's databases. */
interface Target {
  readonly databases: TestDatabases;
  readonly platform: Platform;
}

/** The other servers of a platform under test, and which institutions are on them. */
export class Placed {
  readonly servers: ReadonlyMap<string, OtherServer>;
  readonly #institutions = new Map<string, string>();

  private constructor(servers: ReadonlyMap<string, OtherServer>) {
    this.servers = servers;
  }

  static async start(names: readonly string[]): Promise<Placed> {
    const started = names.map(async (name) => [name, await OtherServer.start(name)] as const);
    return new Placed(new Map(await Promise.all(started)));
  }

  serverOf(institutionId: string): string {
    return this.#institutions.get(institutionId) ?? FIRST_SERVER;
  }

  /** The address of a database on another server, `timetracking@b`; undefined for those on the first one. */
  addressOf(database: string): { readonly databaseUrl: string } | undefined {
    const [service = '', server = FIRST_SERVER] = database.split('@');
    const other = this.servers.get(server);
    return other && { databaseUrl: other.urlOf(service) };
  }

  /** Says in all databases that an institution is on a server, before it has rows there; resolves when it counts. */
  async place({ databases, platform }: Target, institutionId: string, server: string): Promise<void> {
    await withAllDatabases(databaseEnvironment({ databases, servers: this.servers }), async (all) => {
      for (const db of all.values()) await writePlacement(db, { institutionId, server });
    });
    this.#institutions.set(institutionId, server);
    await this.#untilItCounts(platform, institutionId, server);
  }

  /** Each service reads by itself where institutions are. */
  async #untilItCounts(platform: Platform, institutionId: string, server: string): Promise<void> {
    await until('the place at identity', async () => {
      const credential = TEST_OPERATOR_TOKEN;
      const { identity } = await platform.call(ANONYMOUS)(OperatorService.method.authenticateOperator, { credential });
      return (identity?.servers[institutionId] ?? FIRST_SERVER) === server;
    });
    for (const [service, { method }] of AUDITS) {
      for (const at of [FIRST_SERVER, ...this.servers.keys()]) {
        const call = platform.callAt(nameAt(service, at), { kind: 'operator', institutionId });
        const isAnswered = () => call(method.countAuditRecords, { before: LONG_AGO }).then(() => true, isElsewhere);
        await until(`${service} at "${at}"`, async () => (await isAnswered()) === (at === server));
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.servers.values()].map((server) => server.stop()));
  }
}

/** All databases of a platform, as variables of the command line. */
export function databaseEnvironment({
  databases,
  servers,
}: Pick<Target, 'databases'> & Pick<Placed, 'servers'>): Record<string, string> {
  const own = services.map(({ name }) => [`${name.toUpperCase()}_DATABASE_URL`, databases.url(name)]);
  const others = [...servers].map(([name, { url }]) => `${name}=${url}`);
  return { ...Object.fromEntries(own), PLACED_DATABASE_URLS: others.join(' ') };
}

const AUDITS = [
  ['scheduling', SchedulingAudit],
  ['curricula', CurriculaAudit],
  ['locations', LocationsAudit],
  ['timetracking', TimeTrackingAudit],
] as const;

const LONG_AGO = '2026-01-01T00:00:00.000Z';

function isElsewhere(error: unknown): false {
  if (error instanceof Refusal && error.code === 'INSTITUTION_FROZEN') return false;
  throw error;
}
