import type { TestProject } from 'vitest/node';
import { startTestServer } from '../services/chassis/testing/test-server.ts';
import { services } from '../system/services.ts';

export default (project: TestProject) => startTestServer(project, services);
