import { listenBriefly } from '../../libraries/embedded-postgres/index.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { port } from '../../platform/core/config/variables.ts';
import { type Finding, none, ok, wrong } from '../checks/finding.ts';
import { Connection } from '../connection.ts';
import { runningVariables } from '../running.ts';

/** The ports of `npm start`, with its defaults. */
const PORTS = {
  PORT: port({ description: 'HTTP', fallback: '8080' }),
  GRPC_PORT: port({ description: 'gRPC', fallback: '9090' }),
  CONNECT_PORT: port({ description: 'Connect and gRPC-Web', fallback: '9190' }),
  METRICS_PORT: port({ description: 'metrics', fallback: '9464' }),
};

/** Checks that the ports for a start are free, or asks who is there. */
export async function portFindings(environment: Environment): Promise<Finding[]> {
  const running = runningVariables(environment);
  return Promise.all(
    (Object.keys(PORTS) as (keyof typeof PORTS)[]).map(async (name) => {
      const thing = `port ${name}`;
      try {
        const number = readConfig({ [name]: PORTS[name] }, { ...running, ...environment })[name] ?? 0;
        const which = `${number} (${PORTS[name].description})`;
        if (await listenBriefly(number, '127.0.0.1').catch(() => null)) return ok(thing, `${which} is free`);
        if (await ASK[name](number, environment).catch(() => false))
          return none(thing, `${which} is in use by Lyceum, which is running`);
        if (!environment[name])
          return none(thing, `${which} is in use by another program; npm start takes a free one and prints it`);
        return wrong(
          thing,
          `${which} is in use by another program; ss -ltnp 'sport = :${number}' shows which`,
          `export ${name}=0    # any free port, or another that you choose`,
        );
      } catch {
        return none(thing, `not checked: the value of ${name} is wrong`);
      }
    }),
  );
}

/** Whether Lyceum answers at a port. */
const ASK: Record<keyof typeof PORTS, (number: number, environment: Environment) => Promise<boolean>> = {
  PORT: async (number) => /^\{"status":"ok"\}$/.test(await textAt(number, '/healthz')),
  GRPC_PORT: async (number, environment) => {
    const connection = new Connection({ ...environment, GRPC_URL: '', GRPC_PORT: String(number) });
    // Whatever it says of one service: it speaks.
    return connection
      .isServing('directory', TIMEOUT_MS)
      .then(() => true)
      .finally(() => connection.close());
  },
  CONNECT_PORT: async (number) =>
    (await textAt(number, '/grpc.health.v1.Health/Check', { method: 'POST', body: '{}', headers: JSON_TYPE })).includes(
      'SERVING',
    ),
  METRICS_PORT: async (number) => (await textAt(number, '/metrics')).includes('\nlyceum_'),
};

async function textAt(number: number, path: string, request: RequestInit = {}): Promise<string> {
  const url = `http://127.0.0.1:${number}${path}`;
  return (await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
}

const JSON_TYPE = { 'content-type': 'application/json' };
const TIMEOUT_MS = 2_000;
