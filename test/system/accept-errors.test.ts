import { Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HealthStates } from '../../platform/calls/health-states.ts';
import { ProbeServer } from '../../platform/calls/probe-server.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { openMetrics } from '../../platform/observability/metrics/metrics-server.ts';
import { TestSystem } from '../support/test-system.ts';

/** Every listening server of this process, according to Node. */
function listeningServers(): Server[] {
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): unknown[] };
  return _getActiveHandles.call(process).filter((handle) => handle instanceof Server && handle.listening) as Server[];
}
const portOf = (server: Server) => (server.address() as { port: number }).port;

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ shape: 'one process', transport: 'mux' });
});
afterAll(() => system?.stop());

it('no server ends its process when a connection cannot be accepted', async () => {
  const metrics = await openMetrics({ host: '127.0.0.1', port: 0, log: silentLogger });
  const probes = new ProbeServer('127.0.0.1:0', new HealthStates());
  const { grpcPort, connectPort } = system.lyceum;
  const ports = [system.port, grpcPort, connectPort, Number(new URL(metrics.url).port), await probes.start()];
  const servers = listeningServers().filter((server) => ports.includes(portOf(server)));
  expect(servers.map(portOf).sort()).toEqual(ports.sort());
  for (const server of servers) {
    const error = Object.assign(new Error('accept ENOMEM'), { code: 'ENOMEM', syscall: 'accept' });
    expect(() => server.emit('error', error)).not.toThrow();
  }
  expect((await fetch(`http://127.0.0.1:${system.port}/readyz`)).status).toBe(200);
  probes.stop();
  await metrics.close();
});
