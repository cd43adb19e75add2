import type { TestProject } from 'vitest/node';
import { startTestServer } from '../dev/testing/test-server.ts';
import { services } from '../installation/services.ts';
import { readConfig } from '../platform/core/config/config.ts';
import { distribute } from './operations/distribute.ts';
import { addTestOperator } from './support/add-test-operator.ts';
import { provideNatsServer } from './support/provide-nats-server.ts';
import { testVariables } from './support/test-variables.ts';

export default async (project: TestProject) => {
  await provideNatsServer();
  const { TEST_TABLES } = readConfig(testVariables, process.env);
  return startTestServer(project, services, async (databaseUrl, service) => {
    if (service === 'directory') await addTestOperator(databaseUrl);
    if (TEST_TABLES === 'distributed') await distribute(databaseUrl, service);
  });
};
