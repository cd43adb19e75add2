import type { TestProject } from 'vitest/node';
import { startTestServer } from '../dev/testing/test-server.ts';
import { services } from '../installation/services.ts';
import { addTestOperator } from './support/add-test-operator.ts';
import { provideNatsServer } from './support/provide-nats-server.ts';

export default async (project: TestProject) => {
  await provideNatsServer();
  return startTestServer(project, services, async (databaseUrl, service) => {
    if (service === 'directory') await addTestOperator(databaseUrl);
  });
};
