import type { TestProject } from 'vitest/node';
import { services } from '../deploy/installation/services.ts';
import { readConfig } from '../platform/core/config/config.ts';
import { ensureSite } from '../site/ensure-site.ts';
import { addTestOperator } from './support/add-test-operator.ts';
import { startTestServer } from './support/calls/test-server.ts';
import { provideNatsServer } from './support/nats/provide-nats-server.ts';
import { findPgBouncer } from './support/pgbouncer/find-pgbouncer.ts';
import { PgBouncer } from './support/pgbouncer/pgbouncer.ts';
import { testVariables } from './support/test-variables.ts';

export default async (project: TestProject) => {
  await Promise.all([provideNatsServer(), ensureSite()]);
  const stopServer = await startTestServer(project, services, async (databaseUrl, service) => {
    if (service === 'identity') await addTestOperator(databaseUrl);
  });
  const stopPooler = await providePooler(project);
  return async () => {
    await stopPooler();
    await stopServer();
  };
};

/** Puts PgBouncer in front of the server if the environment requires it. */
async function providePooler(project: TestProject): Promise<() => Promise<void>> {
  if (readConfig(testVariables, process.env).TEST_DATABASE === 'postgres') return async () => undefined;
  const program = await findPgBouncer();
  if (!program?.preparesStatements)
    throw new Error('TEST_DATABASE=pgbouncer needs PgBouncer 1.21 or later: PGBOUNCER_BIN names one.');
  const { databaseServer } = project.getProvidedContext();
  const bouncer = await PgBouncer.start({ program, roles: [databaseServer] });
  project.provide('databasePooler', bouncer.behind(databaseServer));
  return () => bouncer.stop();
}
