import type { TestProject } from 'vitest/node';
import { readConfig } from '../services/chassis/config/config.ts';
import { startTestServer } from '../services/chassis/testing/test-server.ts';
import { services } from '../system/services.ts';
import { distribute } from './operations/distribute.ts';
import { provideNatsServer } from './support/provide-nats-server.ts';
import { testVariables } from './support/test-variables.ts';

export default async (project: TestProject) => {
  await provideNatsServer();
  const { TEST_TABLES } = readConfig(testVariables, process.env);
  return startTestServer(project, services, TEST_TABLES === 'distributed' ? distribute : undefined);
};
