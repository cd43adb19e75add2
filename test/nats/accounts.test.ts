import { jetstreamManager } from '@nats-io/jetstream';
import { connect, createInbox } from '@nats-io/transport-node';
import { describe, expect, it, vi } from 'vitest';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { natsServers } from '../../platform/events/nats/nats-link.ts';
import {
  ADMIN,
  BUCKETS_ACCOUNT,
  BUCKETS_API,
  JETSTREAM_API,
  OWNER_ACCOUNT,
} from '../../platform/events/nats/nats-user.ts';
import { InstitutionSettingsChangedSchema, UserCreatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { IntegrationDeactivatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { always } from '../support/nats/events.ts';
import { INSTITUTION, NAMES, NatsBench, newEvent, REFUSED, SERVICES } from '../support/nats/nats-bench.ts';
import { until } from '../support/until.ts';

const RATES = 'KV_LYCEUM_RATES';
type NewEvent = ReturnType<typeof newEvent>;

const bench = new NatsBench();

describe.each(SERVICES)('%s', (name) => {
  it('publishes its own events, which the stream stores', async () => {
    const event = newEvent(`lyceum.${name}.v1.Published`);
    const { bus, close } = await bench.busOf(name);
    expect((await bus.publish([event], always)).ids).toEqual(new Set([event.id]));
    expect((await bench.contents()).streams.find(({ config }) => config.name === EVENT_STREAM)?.subjects).toMatchObject(
      {
        [subjectOf(event)]: 1,
      },
    );
    await close();
  });
});

describe.each(NAMES)('%s', (name) => {
  const foreign = SERVICES.filter((each) => each !== name).map((other) => `lyceum.${other}.v1.Forged.${INSTITUTION}`);

  it('cannot publish events of another service', async () => {
    const before = await bench.contents();
    const received: string[] = [];
    const subscriptions = [ADMIN, ...NAMES.filter((each) => each !== name)].map((other) =>
      bench.of(other).subscribe('lyceum.>', { callback: (_, { subject }) => void received.push(subject) }),
    );
    for (const subject of foreign) expect(await bench.request(name, subject, 'x')).toMatch(/^no responders/);
    expect(await bench.contents()).toEqual(before);
    expect(received).toEqual([]);
    for (const subscription of subscriptions) subscription.unsubscribe();
  });

  it('cannot change or remove anything', async () => {
    const before = await bench.contents();
    for (const stream of [EVENT_STREAM, RATES])
      for (const [request, payload] of [
        [`STREAM.PURGE.${stream}`, ''],
        [`STREAM.DELETE.${stream}`, ''],
        [`STREAM.MSG.DELETE.${stream}`, { seq: 1 }],
        [`STREAM.UPDATE.${stream}`, { name: stream, subjects: ['x'] }],
        [`STREAM.CREATE.${stream}`, { name: stream, subjects: ['x'] }],
        ['STREAM.CREATE.OWN', { name: 'OWN', subjects: ['own.>'] }],
        [`STREAM.RESTORE.${stream}`, { config: { name: stream }, state: {} }],
        [`STREAM.SNAPSHOT.${stream}`, { deliver_subject: 'x' }],
        [`STREAM.LEADER.STEPDOWN.${stream}`, ''],
        [`STREAM.PEER.REMOVE.${stream}`, { peer: 'x' }],
        [`CONSUMER.CREATE.${stream}`, { stream_name: stream, config: { deliver_subject: 'x' } }],
        [`CONSUMER.DURABLE.CREATE.${stream}.own`, { stream_name: stream, config: { durable_name: 'own' } }],
        [`CONSUMER.DELETE.${stream}.consuming_users`, ''],
        [`CONSUMER.PAUSE.${stream}.consuming_users`, { pause_until: '2100-01-01T00:00:00Z' }],
        ...[OWNER_ACCOUNT, BUCKETS_ACCOUNT].flatMap((account) => [
          [`ACCOUNT.PURGE.${account}`, ''] as const,
          [`ACCOUNT.STREAM.MOVE.${account}.${stream}`, { server: 'x' }] as const,
        ]),
        ['META.LEADER.STEPDOWN', ''],
        ['SERVER.REMOVE', { peer: 'x' }],
      ] as const)
        for (const prefix of ['$JS.API', JETSTREAM_API, BUCKETS_API])
          expect([
            request,
            await bench.request(name, `${prefix}.${request}`, payload === '' ? '' : JSON.stringify(payload)),
          ]).toEqual([request, expect.stringMatching(REFUSED)]);
    expect(await bench.contents()).toEqual(before);
  });

  it('cannot ask the servers for anything but about itself', async () => {
    const requests = [
      'SERVER.PING',
      'SERVER.PING.JSZ',
      `ACCOUNT.${OWNER_ACCOUNT}.JSZ`,
      `ACCOUNT.${OWNER_ACCOUNT}.CONNZ`,
    ];
    for (const request of [...requests, `SERVER.${bench.of(name).info?.server_id}.KICK`])
      expect([request, await bench.request(name, `$SYS.REQ.${request}`, '{"cid":1}')]).toEqual([
        request,
        expect.stringMatching(REFUSED),
      ]);
  });

  it('cannot have the server write to a subject through the reply subject', async () => {
    const answers = [
      `$JS.API.STREAM.PURGE.${EVENT_STREAM}`,
      `$JS.API.STREAM.DELETE.${EVENT_STREAM}`,
      ...[OWNER_ACCOUNT, BUCKETS_ACCOUNT].map((account) => `$JS.API.ACCOUNT.PURGE.${account}`),
      `${BUCKETS_API}.STREAM.DELETE.${RATES}`,
      `$KV.LYCEUM_RATES.${INSTITUTION}/integration`,
      ...foreign,
    ];
    const requests = [
      `lyceum.${name}.v1.Asked.${INSTITUTION}`,
      `${JETSTREAM_API}.DIRECT.GET.${EVENT_STREAM}`,
      `${JETSTREAM_API}.STREAM.INFO.${EVENT_STREAM}`,
      `${BUCKETS_API}.DIRECT.GET.${RATES}.$KV.LYCEUM_RATES.nothing`,
      '$JS.API.INFO',
    ];
    const before = await bench.contents();
    for (const reply of answers)
      for (const request of requests) bench.of(name).publish(request, '{"seq":1}', { reply });
    await bench.of(name).flush();
    for (const state of before.streams) {
      // It may publish its own events, wherever the reply goes.
      if (state.config.name !== EVENT_STREAM || !SERVICES.includes(name)) continue;
      Object.assign(state.subjects, { [`lyceum.${name}.v1.Asked.${INSTITUTION}`]: answers.length });
    }
    await vi.waitFor(async () => expect(await bench.contents()).toEqual(before), { timeout: 20_000, interval: 25 });
    // Anything that would arrive after its reply arrives before the reply to this.
    for (const user of [name, ADMIN]) await bench.request(user, '$JS.API.INFO');
    expect(await bench.contents()).toEqual(before);
  });

  it('receives no replies to others', async () => {
    const received: string[] = [];
    const subscription = bench.of(name).subscribe('>', { callback: (_, { subject }) => void received.push(subject) });
    await bench.of(name).flush();
    for (const other of NAMES.filter((each) => each !== name))
      await bench.request(other, `${JETSTREAM_API}.STREAM.INFO.${EVENT_STREAM}`);
    bench.of(ADMIN).publish(createInbox(), 'secret');
    await bench.of(ADMIN).flush();
    await bench.of(name).flush();
    expect(received).toEqual([]);
    subscription.unsubscribe();
  });
});

it('a gateway receives only the events that make cached credentials stale', async () => {
  const received: string[] = [];
  bench.of('gateway').subscribe('>', { callback: (_, { subject }) => void received.push(subject) });
  await bench.of('gateway').flush();
  const [created, changed, deactivated] = [
    UserCreatedSchema,
    InstitutionSettingsChangedSchema,
    IntegrationDeactivatedSchema,
  ].map(({ typeName }) => newEvent(typeName)) as [NewEvent, NewEvent, NewEvent];
  for (const [service, events] of [
    ['directory', [created, changed]],
    ['identity', [deactivated]],
  ] as const) {
    const { bus, close } = await bench.busOf(service);
    await bus.publish(events, always);
    await close();
  }
  await until('both', () => received.length >= 2);
  expect(received.toSorted()).toEqual([changed, deactivated].map(subjectOf).toSorted());
});

it.each([
  ['nobody', {}],
  ['a name alone', { user: 'directory' }],
  ['a wrong password', { user: ADMIN, pass: 'guess' }],
])('%s does not come in', async (_, credentials) => {
  const { servers = [] } = natsServers({ url: bench.urlOf('directory') });
  await expect(connect({ servers, reconnect: false, ...credentials })).rejects.toThrow(/authorization violation/i);
});

it('a gateway that creates its bucket with a configuration of its own gets no events, forges none and stores nothing on the disk', async () => {
  const buckets = await jetstreamManager(bench.of(ADMIN), { apiPrefix: BUCKETS_API });
  await buckets.streams.delete(RATES);
  const own = {
    name: RATES,
    subjects: ['$KV.LYCEUM_RATES.own'],
    retention: 'limits',
    num_replicas: 1,
    max_consumers: -1,
  };
  const create = (more: object) =>
    bench.request('gateway', `${BUCKETS_API}.STREAM.CREATE.${RATES}`, JSON.stringify({ ...own, ...more }));
  expect(await create({ storage: 'file' })).toMatch(/"error":.*insufficient storage resources/);

  const streamOf = async (name: string) => (await bench.contents()).streams.find(({ config }) => config.name === name);
  const before = await streamOf(EVENT_STREAM);
  const forged = `lyceum.directory.v1.UserCreated.${INSTITUTION}`;
  const republish = { src: '$KV.LYCEUM_RATES.own', dest: forged };
  expect(await create({ storage: 'memory', republish, sources: [{ name: EVENT_STREAM }] })).not.toMatch(/"error"/);
  expect(await bench.request('gateway', `${BUCKETS_API}.$KV.LYCEUM_RATES.own`, 'x')).toMatch(/"seq"/);
  const { bus, close } = await bench.busOf('locations');
  const event = newEvent('lyceum.locations.v1.Published');
  await bus.publish([event], always);
  await close();
  const events = await streamOf(EVENT_STREAM);
  expect(events?.subjects).toEqual({
    ...before?.subjects,
    [subjectOf(event)]: 1 + (before?.subjects[subjectOf(event)] ?? 0),
  });
  expect((await streamOf(RATES))?.subjects).toEqual({ '$KV.LYCEUM_RATES.own': 1 });
});
