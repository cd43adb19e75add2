import { TEST_IDENTITY_KEYS } from '../calls/test-identities.ts';
import type { DataDirectory } from '../data-directory.ts';
import { TestClient } from '../test-client.ts';
import { Program, type ProgramOptions } from './program.ts';
import { WITHOUT_LIMITS } from './service-process.ts';

/** What the platform prints when it is ready. */
export interface Welcome {
  /** The gateway's address: `http://localhost:40123`. */
  readonly url: string;
  /** The address of directory; in one process, of all services. */
  readonly grpcPort: number;
  /** A client with the demo credentials. */
  readonly client: TestClient;
  /** The lines to paste: the credentials, and a request with them. */
  readonly curl: string;
}

/** `npm start` without npm, with a data directory of the test and free ports. */
export function spawnLyceum(data: DataDirectory, { env = {}, ...options }: ProgramOptions = {}): Program {
  return Program.node('dev/main.ts', [], { env: { ...lyceumEnvironment(data), ...env }, ...options });
}

export function lyceumEnvironment(data: DataDirectory): Record<string, string> {
  const ports = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
  return { DATA_DIR: data.path, IDENTITY_KEYS: TEST_IDENTITY_KEYS, ...ports, LOG_LEVEL: 'warn', ...WITHOUT_LIMITS };
}

/** Waits until the platform prints that it is ready. */
export async function welcomeOf(program: Program): Promise<Welcome> {
  const [curl = '', clientId = '', clientSecret = ''] = await program.waitForOutput(
    /^ {2}export LYCEUM_URL=.*\n {2}export LYCEUM_CLIENT_ID=(.*)\n {2}export LYCEUM_CLIENT_SECRET=(.*)\n {2}curl .*\n.*$/m,
  );
  const url = (await program.waitForOutput(/^Lyceum is ready at (.+)\/api\/v4$/m))[1] ?? '';
  const grpcPort = Number(
    (await program.waitForOutput(/^ {2}export (?:GRPC_PORT=|DIRECTORY_URL=127\.0\.0\.1:)(\d+)$/m))[1],
  );
  return { url, grpcPort, curl, client: new TestClient(url, clientId, clientSecret) };
}
