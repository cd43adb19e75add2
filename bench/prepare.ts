import { rm } from 'node:fs/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { databaseVariable } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../libraries/embedded-postgres/testing/server.ts';
import { withClient } from '../libraries/pg-batch/index.ts';
import { System } from '../one-process/system.ts';
import type { Call } from '../platform/calls/caller.ts';
import type { Actor } from '../platform/core/actor.ts';
import { systemClock } from '../platform/core/clock.ts';
import { FULL } from '../platform/core/grant.ts';
import { systemIds } from '../platform/core/ids.ts';
import { createLogger } from '../platform/observability/log.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { callAs } from '../test/support/call-as.ts';
import { testKeys } from '../test/support/calls/test-identities.ts';
import { testConfiguration } from '../test/support/calls/test-secret-keys.ts';
import { importLargeCurriculum } from '../test/support/curricula/large-curriculum.ts';
import { importRecords } from '../test/support/import-records.ts';
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
  const { institutionId, ...made } = await withSystem(
    (service) => postgres.url(service),
    async (as) => {
      const institutionId = await newInstitution(as, { ref: 'bench', name: 'Bench' });
      const operator = as({ kind: 'operator', institutionId });
      const userIds: string[] = [];
      for (let first = 0; first < USERS; first += BATCH) {
        const records = Array.from({ length: BATCH }, (_, index) => userRecord(first + index));
        const imported = await importRecords(operator, 'users', records);
        userIds.push(...imported.map(({ id }) => id));
      }
      const ids = await importLargeCurriculum(operator);
      const curriculumVersionPath = `/curricula/${ids['curricula/large']}/versions/${ids['curriculaVersions/large-1']}`;
      const integration = { kind: 'integration', institutionId, integrationId: systemIds.newId() } as const;
      const calls = { operator, integration: as({ ...integration, createdBy: userIds[0] ?? null, grant: FULL }) };
      const timetable = await prepareTimetable(calls, userIds);
      const authorizations = await newAuthorizations(as, Array(INTEGRATIONS).fill(institutionId));
      return { institutionId, userIds, curriculumVersionPath, timetable, authorizations };
    },
  );
  await addRecords(postgres.url('timetracking'), institutionId, made.userIds);
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
    ...made,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type As = (actor: Actor) => Call;

/**
 * Migrates databases, and calls the services on them without a gateway.
 * @param databaseUrl the URL of each, on other servers by its name there: `timetracking@b`
 */
export async function withSystem<T>(
  databaseUrl: (database: string) => string,
  work: (as: As) => Promise<T>,
  servers: readonly string[] = [],
): Promise<T> {
  const system = new System({
    services,
    databaseUrl,
    servers,
    clock: systemClock,
    ids: systemIds,
    log: createLogger({ name: 'bench', level: 'warn', pretty: false }),
    grpcAddress: '127.0.0.1:0',
    identityKeys: testKeys,
    configuration: testConfiguration,
  });
  await system.migrate();
  await system.start();
  const result = await work((actor) => callAs(system.router, actor));
  await system.stop();
  return result;
}

type NewInstitution = MessageInitShape<(typeof InstitutionService.method.importInstitution)['input']>;

/** Its id. */
export async function newInstitution(as: As, record: NewInstitution): Promise<string> {
  const operator = as({ kind: 'operator', institutionId: null });
  return (await operator(InstitutionService.method.importInstitution, record)).institution?.id ?? '';
}

/** The Authorization header of a new integration of each institution. */
export async function newAuthorizations(as: As, institutionIds: readonly string[]): Promise<string[]> {
  const authorizations: string[] = [];
  for (const institutionId of institutionIds) {
    const operator = as({ kind: 'operator', institutionId });
    const made = await operator(IntegrationService.method.createIntegration, { name: 'bench' });
    const text = `${made.integration?.clientId}:${made.clientSecret}`;
    authorizations.push(`Basic ${Buffer.from(text).toString('base64')}`);
  }
  return authorizations;
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
