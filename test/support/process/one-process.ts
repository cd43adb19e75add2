import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { TEST_CURSOR_KEYS } from '../calls/test-cursor-keys.ts';
import { TEST_IDENTITY_KEYS } from '../calls/test-identities.ts';
import { TEST_SECRET_KEYS } from '../calls/test-secret-keys.ts';
import { Program } from './program.ts';
import { WITHOUT_LIMITS } from './service-process.ts';

/** Where the parts of a platform in one process listen. */
export interface OneProcessPorts {
  readonly port: number;
  readonly grpcPort: number;
  readonly connectPort: number;
  readonly metricsPort: number;
}

/** The environment of `one-process/main.ts` in production, with the keys of tests, at free ports. */
export function productionEnvironment(databaseUrl: (service: string) => string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://api.lyceum.example',
    ERASURE_JOURNAL: join(tmpdir(), `${new URL(databaseUrl('directory')).pathname.slice(1)}.erasures.jsonl`),
    ...Object.fromEntries(services.map(({ name }) => [databaseVariable(name), databaseUrl(name)])),
    CURSOR_KEYS: TEST_CURSOR_KEYS,
    IDENTITY_KEYS: TEST_IDENTITY_KEYS,
    IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS,
    WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS,
    ...{ PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' },
    ...WITHOUT_LIMITS,
  };
}

/** Runs the platform in one process, as production does. */
export function spawnOneProcess(env: Readonly<Record<string, string>>): Program {
  return Program.node('one-process/main.ts', [], { env });
}

/** Waits until it logs that it is ready. */
export async function portsOf(program: Program): Promise<OneProcessPorts> {
  const [line] = await program.waitForOutput(/^.*"msg":"ready".*$/m);
  const [, metricsPort] = await program.waitForOutput(/"metricsPort":(\d+)/);
  return { ...JSON.parse(line), metricsPort: Number(metricsPort) };
}
