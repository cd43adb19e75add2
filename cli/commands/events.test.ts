import { randomBytes } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserCreatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { IntegrationSecretRotatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { RoomCreatedSchema } from '../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { always, newEnvelope } from '../../test/support/nats/events.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { newTestBus, TEST_USER } from '../../test/support/nats/nats-users.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['scheduling']);
const environment = { SCHEDULING_DATABASE_URL: databases.url('scheduling') };
const sql = openPool({ connectionString: databases.url('scheduling'), max: 1 });
afterAll(async () => {
  await sql.end();
  await databases.drop();
});

describe('tail', async () => {
  const { id: institutionId } = await system.newInstitution();
  const happened = [
    newEnvelope({
      type: UserCreatedSchema.typeName,
      institutionId,
      aggregateId: 'user-1',
      requestId: 'request-1',
      actorType: 'integration',
      actorId: 'door',
      resourceId: 'user-1',
      changed: ['name'],
      payload: toBinary(UserCreatedSchema, create(UserCreatedSchema)),
    }),
    newEnvelope({
      type: IntegrationSecretRotatedSchema.typeName,
      institutionId: systemIds.newId(),
      aggregateId: 'user-1',
      payload: toBinary(
        IntegrationSecretRotatedSchema,
        create(IntegrationSecretRotatedSchema, { integrationId: 'i', clientId: 'a\u001b' }),
      ),
    }),
    newEnvelope({
      type: RoomCreatedSchema.typeName,
      aggregateId: 'user-1',
      payload: toBinary(RoomCreatedSchema, create(RoomCreatedSchema)),
    }),
    newEnvelope({ type: 'lyceum.directory.v1.NeverHeardOf', aggregateId: 'user-1', payload: Buffer.from([1, 2]) }),
  ];
  let nats: TestNats;
  beforeAll(async () => {
    nats = await TestNats.start([TEST_USER, ...natsUsers.filter(({ name }) => name === 'operator')]);
    const { bus, close } = await newTestBus(nats.url);
    await bus.publish(happened, always);
    await close();
  });
  afterAll(() => nats.remove());
  const tail = (...args: string[]) =>
    runCli(['events', 'tail', '--since', '1h', ...args], {
      environment: { ...system.addresses, NATS_URL: nats.urlOf('operator') },
    });

  it('prints events in order, as text', async () => {
    const { code, stdout, stderr } = await tail('--count', '4');
    expect([code, stderr]).toEqual([0, '']);
    const at = '2026-10-05T08:00:00.000Z';
    expect(stdout.split('\n')).toEqual([
      `${at}  directory UserCreated  user-1  of ${institutionId}  by request-1  user-1 name`,
      `${at}  identity IntegrationSecretRotated  user-1  of ${happened[1]?.institutionId}  by r  {"integrationId":"i","clientId":"a\\u001b"}`,
      `${at}  locations RoomCreated  user-1  of the platform  by r  {}`,
      `${at}  directory NeverHeardOf  user-1  of the platform  by r  AQI=`,
      '',
    ]);
  });

  it('prints JSON objects', async () => {
    const { json } = await tail('--json', '--count', '1');
    expect(json).toEqual({
      id: happened[0]?.id,
      type: 'lyceum.directory.v1.UserCreated',
      institutionId,
      aggregateId: 'user-1',
      occurredAt: '2026-10-05T08:00:00.000Z',
      requestId: 'request-1',
      actorType: 'integration',
      actorId: 'door',
      resourceId: 'user-1',
      changed: ['name'],
      payload: {},
    });
  });

  it.each([
    [['--service', 'locations'], 2],
    [['--type', 'IntegrationSecretRotated'], 1],
    [['--institution', institutionId], 0],
    [['--service', 'identity', '--type', 'IntegrationSecretRotated'], 1],
  ])('with %j prints only matching events', async (filter, index) => {
    const { json } = await tail('--json', '--count', '1', ...filter);
    expect(json.id).toBe(happened[index]?.id);
  });

  it.each([
    [['--service', 'nobody'], 'There is no service nobody. Choose one of curricula, directory,'],
    [['--type', 'Nothing'], 'There is no type of events Nothing'],
    [['--since', 'ever'], '--since must be a number and a unit'],
    [['--count', '0'], '--count must be a positive integer'],
  ])('rejects %j', async (args, message) => {
    const { code, stderr } = await tail(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('reports a missing or unreachable NATS', async () => {
    const without = await runCli(['events', 'tail']);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('NATS_URL is missing')]);
    const unavailable = await runCli(['events', 'tail'], { environment: { NATS_URL: 'nats://127.0.0.1:1' } });
    expect([unavailable.code, unavailable.stderr]).toEqual([
      2,
      expect.stringContaining('Cannot read events from NATS_URL'),
    ]);
  });
});

describe('dead letters', () => {
  const ids = { bad: systemIds.newId(), behind: systemIds.newId(), other: systemIds.newId() };
  beforeAll(async () => {
    const envelope = Buffer.from(toBinary(EventEnvelopeSchema, newEnvelope()));
    for (const [id, aggregate] of [
      [ids.bad, 'a'],
      [ids.behind, 'a'],
      [ids.other, 'b'],
    ]) {
      await sql.query(
        `INSERT INTO dead_letters (consumer, event_id, type, aggregate_id, occurred_at, envelope, attempts, error, failed_at, dead_since)
         VALUES ('rooms', $1, 'lyceum.locations.v1.RoomCreated', $2, now(), $3, 5, 'Error: no', now(), now())`,
        [id, aggregate, envelope],
      );
    }
  });
  const events = (...args: string[]) => runCli(['events', ...args, '--service', 'scheduling'], { environment });
  const replayed = async () =>
    (await sql.query('SELECT event_id FROM dead_letters WHERE replay_at IS NOT NULL ORDER BY sequence')).rows.map(
      ({ event_id }) => event_id,
    );

  it('are listed as text and as JSON', async () => {
    const { code, stdout } = await events('dead-letters');
    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toMatch(
      new RegExp(`^scheduling  rooms +${ids.bad}  locations RoomCreated  - +\\S+Z  5 +Error: no$`),
    );
    const { json } = await events('dead-letters', '--json');
    expect(json.map(({ eventId }: { eventId: string }) => eventId)).toEqual([ids.bad, ids.behind, ids.other]);
  });

  it('are replayed one by one, together with earlier ones of the record, or all', async () => {
    expect((await events('replay', '--event', ids.behind)).stdout).toBe('scheduling: 2 to be replayed\n');
    expect(await replayed()).toEqual([ids.bad, ids.behind]);
    expect((await events('replay', '--consumer', 'nobody')).stdout).toBe('');
    expect((await events('replay')).stdout).toBe('scheduling: 3 to be replayed\n');
    expect(await replayed()).toEqual([ids.bad, ids.behind, ids.other]);
    expect((await events('dead-letters')).stdout).toContain('being replayed');
  });

  it('are discarded one at a time', async () => {
    expect((await events('discard', '--event', ids.bad)).stdout).toBe('scheduling: discarded\n');
    const again = await events('discard', '--event', ids.bad);
    expect([again.code, again.stderr]).toEqual([2, `error: There is no dead letter ${ids.bad}.\n`]);
    const typo = await events('discard', '--event', 'x');
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('"x" is not an event id')]);
  });
});

describe('republish', () => {
  beforeAll(async () => {
    await sql.query(
      `INSERT INTO outbox (id, type, aggregate_id, request_id, actor_type, occurred_at, published_at, payload)
       SELECT gen_random_uuid(), type, age::text, 'r', 'system', now() - make_interval(mins => age), now(), ''
       FROM (VALUES ('lyceum.scheduling.v1.AppointmentCreated'), ('lyceum.outbox.v1.OutboxListed')) AS t(type), generate_series(1, 6000, 1) AS age`,
    );
  });
  const republish = (...args: string[]) =>
    runCli(['events', 'republish', '--service', 'scheduling', ...args], { environment });
  const waiting = async () =>
    (
      await sql.query('SELECT aggregate_id AS age FROM outbox WHERE published_at IS NULL ORDER BY aggregate_id::int')
    ).rows.map(({ age }) => Number(age));

  it('hands the relay what happened since a time, and nothing that compares outboxes', async () => {
    expect((await republish('--since', '150s')).stdout).toBe('scheduling: 2 to be published again\n');
    expect(await waiting()).toEqual([1, 2]);
    expect((await republish('--since', '7d')).stdout).toBe('scheduling: 5998 to be published again\n');
    expect(await waiting()).toHaveLength(6000);
  });

  it.each([[[]], [['--since', 'ever']]])('rejects %j', async (args) => {
    const { code, stderr } = await republish(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--since')]);
  });
});
