import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { Operator } from '../support/operator.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../support/process/one-process.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

/** `one-process/main.ts` in production. */
const scope = new TestScope();
let databases: TestDatabases;
beforeAll(async () => {
  const names = services.map(({ name }) => name);
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
});
afterEach(() => scope.clear());
afterAll(() => databases.drop());

async function start() {
  const program = scope.run(spawnOneProcess(productionEnvironment((service) => databases.url(service))));
  return { program, ...(await portsOf(program)) };
}

it('serves requests, the console, the services’ calls, probes and metrics on the loopback, and ends at SIGTERM', async () => {
  const { program, port, grpcPort, metricsPort } = await start();
  const url = `http://127.0.0.1:${port}`;
  const operator = new Operator(grpcPort);
  scope.onClear(async () => operator.close());
  const client = await operator.newClient(await operator.newInstitution('served'), url);
  expect((await client.get('/users')).status).toBe(200);
  for (const path of ['/healthz', '/readyz', '/console/sign-in'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  for (const { name } of services) expect(metrics).toContain(`lyceum_ready{service="${name}"} 1`);
  program.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(program.stderr).toBe('');
  for (const line of program.stdout.trim().split('\n')) expect(JSON.parse(line).level).toBe(30);
});

describe('SIGKILL while a consumer handles an event', () => {
  it('leaves the event unpublished, and the next start delivers it once', async () => {
    const killed = await start();
    const operator = new Operator(killed.grpcPort);
    const institutionId = await operator.newInstitution('killed');
    const client = await operator.newClient(institutionId, `http://127.0.0.1:${killed.port}`);
    operator.close();
    await until('published events', async () => (await unpublished()).length === 0);

    const held = await HeldTable.hold(databases.url('webhooks'), 'events');
    const { body } = await client.post('/users', { email: 'ada@killed.example', name: 'Ada' });
    await held.waiters(1);
    killed.program.kill('SIGKILL');
    await killed.program.exited;
    await held.release();
    expect(await unpublished()).toEqual([{ resourceId: body.data.id }]);

    const { port } = await start();
    await until('published events', async () => (await unpublished()).length === 0);
    const events = await client.at(`http://127.0.0.1:${port}`).walk('/events');
    expect(events).toMatchObject([{ type: 'user.created' }]);
  });

  /** What directory has not published. */
  const unpublished = () =>
    query(databases.url('directory'), 'SELECT resource_id AS "resourceId" FROM outbox WHERE published_at IS NULL');
});
