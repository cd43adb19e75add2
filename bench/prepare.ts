import { rm } from 'node:fs/promises';
import { databaseVariable } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../libraries/embedded-postgres/testing/server.ts';
import { withClient } from '../libraries/pg-batch/index.ts';
import { System } from '../one-process/system.ts';
import { callerOf } from '../platform/calls/caller.ts';
import type { Actor } from '../platform/core/actor.ts';
import { deadlineAfter, systemClock } from '../platform/core/clock.ts';
import { systemIds } from '../platform/core/ids.ts';
import { createLogger } from '../platform/observability/log.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { testKeys } from '../test/support/calls/test-identities.ts';
import { testConfiguration } from '../test/support/calls/test-secret-keys.ts';
import { importRecords } from '../test/support/import-records.ts';
import { importLargeCurriculum } from './large-curriculum.ts';
import type { Environment } from './shapes.ts';
import { addRecords } from './time-records.ts';
import { prepareTimetable, type Timetable } from './timetable.ts';

/**
 * Prepares what all targets share: one PostgreSQL, an institution with 20,000 users and their time records, a timetable
 * and a large curriculum, and the credentials of many integrations.
 */
export interface Bench {
  /** The variables of a target with the databases and the institution. */
  readonly environment: Environment;
  /** The same for copies of the databases: no target publishes the events of another, or cleans up its data. */
  copy(): Promise<Environment>;
  /** The server's URL, for code that does not use a target's databases. */
  readonly serverUrl: string;
  readonly authorizations: readonly string[];
  readonly userIds: readonly string[];
  /** The path of a version with 40 terms, 40 pathways, 20 clusters and 600 items. */
  readonly curriculumVersionPath: string;
  readonly timetable: Timetable;
  stop(): Promise<void>;
}

const USERS = 20_000;
/** Enough that none exceeds its 1000 requests per minute with fast requests. */
const INTEGRATIONS = 400;
/** For all concurrent targets of a run. */
const CONNECTIONS = 400;
const BATCH = 1_000;

export async function prepareBench(): Promise<Bench> {
  const dataDir = await makeTestDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: CONNECTIONS });
  await postgres.ensureDatabases(services.map(({ name }) => name));
  const system = newSystem((service) => postgres.url(service));
  await system.migrate();
  await system.start();
  const by = (actor: Actor) => callerOf(system.router, { actor, requestId: 'bench', deadline: deadlineAfter(600_000) });
  const as = (institutionId: string | null) => by({ kind: 'operator', institutionId });

  const { institution } = await as(null)(InstitutionService.method.importInstitution, { ref: 'bench', name: 'Bench' });
  const institutionId = institution?.id ?? '';
  const operator = as(institutionId);
  const userIds: string[] = [];
  for (let first = 0; first < USERS; first += BATCH) {
    const records = Array.from({ length: BATCH }, (_, index) => userRecord(first + index));
    const imported = await importRecords(operator, 'users', records);
    userIds.push(...imported.map(({ id }) => id));
  }
  const curriculumVersionPath = await importLargeCurriculum(operator);
  const integration = by({
    kind: 'integration',
    institutionId,
    integrationId: systemIds.newId(),
    createdBy: userIds[0] ?? null,
  });
  const timetable = await prepareTimetable({ operator, integration }, userIds);
  await addRecords(postgres.url('timetracking'), institutionId, userIds);
  const authorizations: string[] = [];
  for (let index = 0; index < INTEGRATIONS; index++) {
    const { integration, clientSecret } = await operator(IntegrationService.method.createIntegration, {
      name: `bench ${index}`,
    });
    authorizations.push(`Basic ${Buffer.from(`${integration?.clientId}:${clientSecret}`).toString('base64')}`);
  }
  await system.stop();
  // Statistics collected after the first requests would change their plans.
  for (const { name } of services)
    await withClient({ connectionString: postgres.url(name) }, (client) => client.query('VACUUM ANALYZE'));

  const environmentOf = (databaseOf: (service: string) => string) => ({
    INSTITUTION_ID: institutionId,
    ...Object.fromEntries(services.map(({ name }) => [databaseVariable(name), postgres.url(databaseOf(name))])),
  });
  let copies = 0;
  return {
    environment: environmentOf((name) => name),
    serverUrl: postgres.url('postgres'),
    async copy() {
      const number = ++copies;
      const copyOf = (name: string) => `${name}_${number}`;
      await withClient({ connectionString: postgres.url('postgres') }, async (client) => {
        for (const { name } of services)
          await client.query(
            `CREATE DATABASE ${client.escapeIdentifier(copyOf(name))} TEMPLATE ${client.escapeIdentifier(name)}`,
          );
      });
      return environmentOf(copyOf);
    },
    authorizations,
    userIds,
    curriculumVersionPath,
    timetable,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The services without the gateway. @param databaseUrl the database URL of each */
export function newSystem(databaseUrl: (service: string) => string): System {
  return new System({
    services,
    databaseUrl,
    clock: systemClock,
    ids: systemIds,
    log: createLogger({ name: 'bench', level: 'warn', pretty: false }),
    grpcAddress: '127.0.0.1:0',
    identityKeys: testKeys,
    configuration: testConfiguration,
  });
}

function userRecord(number: number) {
  return {
    ref: `u${number}`,
    email: `user${number}@bench.example`,
    firstName: 'Bench',
    lastName: `User ${number}`,
    code: `B-${String(number).padStart(6, '0')}`,
  };
}
