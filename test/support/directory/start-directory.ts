import { directory } from '../../../services/directory/service.ts';
import { identity } from '../../../services/identity/service.ts';
import { startTestService, type TestService } from '../calls/start-test-service.ts';

/** Directory with identity, which it asks before it archives. */
export function startDirectory(
  options: Omit<Parameters<typeof startTestService>[1], 'peers'> = {},
): Promise<TestService> {
  return startTestService(directory, { peers: [identity], ...options });
}
