import { directory } from '../../../services/directory/service.ts';
import { identity } from '../../../services/identity/service.ts';
import { locations } from '../../../services/locations/service.ts';
import { startTestService, type TestService } from '../calls/start-test-service.ts';

/** Identity with the services that it calls. */
export function startIdentity(
  options: Omit<Parameters<typeof startTestService>[1], 'peers'> = {},
): Promise<TestService> {
  return startTestService(identity, { peers: [directory, locations], ...options });
}
