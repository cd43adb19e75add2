import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { provisionNats } from '../../deploy/nats/provision.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { EVENT_STREAM } from '../../platform/events/event-stream.ts';
import { natsServers } from '../../platform/events/nats/nats-link.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { closeAll, peersFrom } from '../../platform/process/peers.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { callAs } from '../support/call-as.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import type { Program } from '../support/process/program.ts';
import { portOf, spawnService } from '../support/process/service-process.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

/** What the bus had accepted and lost comes into the feed: directory and webhooks as in production. */
const scope = new TestScope();
const router = new ServiceRouter();
let nats: TestNats;
let databases: TestDatabases;
let institutionId: string;
let directory: Program;
let webhooks: Program;

beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    'directory',
    'webhooks',
  ]);
  scope.onClear(() => databases.drop());
  directory = start('directory');
  const port = await portOf(directory);
  const remotes = peersFrom(['directory'], { DIRECTORY_URL: `127.0.0.1:${port}` }, router);
  scope.onClear(async () => closeAll(remotes));
  const name = 'Nordhafen';
  const { institution } = await callAs(router, { kind: 'operator', institutionId: null })(
    InstitutionService.method.importInstitution,
    { ref: name, name },
  );
  institutionId = institution?.id ?? '';
  webhooks = start('webhooks');
  await portOf(webhooks);
});
afterAll(() => scope.clear());

function start(service: 'directory' | 'webhooks', port = 0): Program {
  const address = { service, databaseUrl: databases.url(service) };
  const ports = new Map(port === 0 ? [] : [[service, port]]);
  return scope.run(spawnService(address, ports, { NATS_URL: nats.urlOf(service) }));
}

let users = 0;
/** Creates users and waits until the bus has accepted their events. */
async function createUsers(count: number): Promise<void> {
  const call = callAs(router, { kind: 'operator', institutionId });
  for (let n = 0; n < count; n++)
    await call(UserService.method.createUser, { user: { email: `user-${++users}@nordhafen.example`, name: 'Ada' } });
  const waiting = 'SELECT FROM outbox WHERE published_at IS NULL';
  await until('publication', async () => (await query(databases.url('directory'), waiting)).length === 0);
}

async function stopWebhooks(): Promise<void> {
  webhooks.kill('SIGKILL');
  await webhooks.exited;
}

/** Waits until the feed has each user once. */
async function untilWhole(): Promise<void> {
  const recorded = `SELECT resource_id FROM events WHERE institution_id = $1 AND type = 'user.created'`;
  const resources = async () =>
    (await query<{ resource_id: string }>(databases.url('webhooks'), recorded, [institutionId])).map(
      ({ resource_id: id }) => id,
    );
  await until('the whole feed', async () => (await resources()).length >= users, 60_000);
  const found = await resources();
  expect(found).toHaveLength(users);
  expect(new Set(found).size).toBe(users);
}

it('the bus is killed and continues with an older store: the feed gets what the store lacks', async () => {
  await createUsers(5);
  await untilWhole();
  await nats.end('SIGTERM');
  const copy = `${nats.directory}.copy`;
  scope.onClear(() => rm(copy, { recursive: true, force: true }));
  await cp(nats.directory, copy, { recursive: true });
  await nats.start();
  await stopWebhooks();
  await createUsers(8);
  await nats.end('SIGKILL');
  await rm(nats.directory, { recursive: true });
  await cp(copy, nats.directory, { recursive: true });
  await nats.start();
  webhooks = start('webhooks');
  await untilWhole();
}, 120_000);

it('the stream is deleted and declared again: the next relay completes the feed', async () => {
  await stopWebhooks();
  await createUsers(8);
  const connection = await connect(natsServers({ url: nats.urlOf(ADMIN), ca: undefined }));
  await (await jetstreamManager(connection)).streams.delete(EVENT_STREAM);
  await connection.close();
  const limits = { replicas: 1, days: 1, bytes: -1 };
  await provisionNats({ address: { url: nats.urlOf(ADMIN), ca: undefined }, users: natsUsers, limits });
  const port = await portOf(directory);
  directory.kill('SIGKILL');
  await directory.exited;
  directory = start('directory', port);
  webhooks = start('webhooks');
  await untilWhole();
  // The feed can be whole before the new process takes calls.
  const call = callAs(router, { kind: 'operator', institutionId });
  const isAnswered = () =>
    call(InstitutionService.method.getInstitution, {}).then(
      () => true,
      () => false,
    );
  await until('an answer of directory', isAnswered);
}, 120_000);

it('bytes of the stream are flipped on the disk: the feed has each event once, as it was', async () => {
  await createUsers(3);
  await untilWhole();
  await stopWebhooks();
  await createUsers(20);
  await nats.end('SIGTERM');
  expect(await flipEvents(20)).toBe(20);
  await nats.start();
  webhooks = start('webhooks');
  await untilWhole();
  const stored = 'SELECT id FROM outbox WHERE type = $1';
  const ids = async (service: 'directory' | 'webhooks', text: string, type: string) =>
    (await query<{ id: string }>(databases.url(service), text, [type])).map(({ id }) => id).sort();
  const events = await ids('directory', stored, 'lyceum.directory.v1.UserCreated');
  expect(await ids('webhooks', 'SELECT id FROM events WHERE type = $1', 'user.created')).toEqual(events);
}, 120_000);

/** Flips a byte in the envelopes of the last events in the files of JetStream; returns in how many. */
async function flipEvents(count: number): Promise<number> {
  const files = await readdir(nats.directory, { recursive: true });
  let flipped = 0;
  for (const name of files.filter((each) => each.endsWith('.blk'))) {
    const path = join(nats.directory, name);
    const bytes = await readFile(path);
    for (let user = users - count + 1; user <= users; user++) {
      const at = bytes.lastIndexOf(`user-${user}@`);
      const record = at === -1 ? bytes.lastIndexOf('UserCreated') : at;
      if (record === -1) continue;
      bytes[record] = (bytes[record] ?? 0) ^ 0xff;
      flipped++;
    }
    await writeFile(path, bytes);
  }
  return flipped;
}
