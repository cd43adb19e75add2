import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { port } from '../../platform/core/config/variables.ts';
import { type Finding, failed, none, ok, wrong } from '../checks/finding.ts';

/** The ports of `npm start`, with its defaults. */
const PORTS = {
  PORT: port({ description: 'port of the gateway', fallback: '8080' }),
  GRPC_PORT: port({ description: 'port of the services', fallback: '9090' }),
  METRICS_PORT: port({ description: 'port of the metrics', fallback: '9464' }),
};

/** Checks that the ports for a start are free. @param isRunning whether Lyceum itself is running, and so uses them */
export async function portFindings(environment: Environment, isRunning: boolean): Promise<Finding[]> {
  return Promise.all(
    Object.entries(PORTS).map(async ([name, variable]) => {
      const thing = `port ${name}`;
      try {
        const number = readConfig({ [name]: variable }, environment)[name] ?? 0;
        if (await isFree(number)) return ok(thing, `${number} is free`);
        if (isRunning) return none(thing, `${number} is taken, by Lyceum, which is running, or by another program`);
        if (!environment[name]) return none(thing, `${number} is taken; npm start will choose another`);
        return wrong(thing, `${number} is taken by another program`, `ss -ltnp 'sport = :${number}'    # or ${name}=0`);
      } catch (error) {
        return failed(thing, error);
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
