import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { port } from '../../platform/core/config/variables.ts';
import { type Finding, none, ok, wrong } from '../checks/finding.ts';

/** The ports of `npm start`, with its defaults. */
const PORTS = {
  PORT: port({ description: 'HTTP', fallback: '8080' }),
  GRPC_PORT: port({ description: 'gRPC', fallback: '9090' }),
  CONNECT_PORT: port({ description: 'Connect and gRPC-Web', fallback: '9190' }),
  METRICS_PORT: port({ description: 'metrics', fallback: '9464' }),
};

/** Checks that the ports for a start are free. @param own those of the Lyceum that is running on the data folder */
export async function portFindings(environment: Environment, own: readonly number[]): Promise<Finding[]> {
  return Promise.all(
    Object.entries(PORTS).map(async ([name, variable]) => {
      const thing = `port ${name}`;
      try {
        const number = readConfig({ [name]: variable }, environment)[name] ?? 0;
        const which = `${number} (${variable.description})`;
        if (await isFree(number)) return ok(thing, `${which} is free`);
        if (own.includes(number))
          return none(thing, `${which} is in use by the Lyceum that is running on this DATA_DIR`);
        if (!environment[name])
          return none(thing, `${which} is in use by another program; npm start takes a free one and prints it`);
        return wrong(
          thing,
          `${which} is in use by another program; ss -ltnp 'sport = :${number}' shows which`,
          `export ${name}=0    # any free port, or another that you choose; or stop that program`,
        );
      } catch {
        return none(thing, `not checked: the value of ${name} is wrong`);
      }
    }),
  );
}

async function isFree(number: number): Promise<boolean> {
  const server = createServer().on('error', () => undefined);
  try {
    server.listen({ port: number, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
