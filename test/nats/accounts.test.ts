import { connect, createInbox } from '@nats-io/transport-node';
import { describe, expect, it, vi } from 'vitest';
import { always } from '../../dev/testing/events.ts';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { natsServers } from '../../platform/events/nats/nats-servers.ts';
import { ADMIN, JETSTREAM_API } from '../../platform/events/nats/nats-user.ts';
import {
  InstitutionSettingsChangedSchema,
  IntegrationDeactivatedSchema,
  UserCreatedSchema,
} from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { INSTITUTION, NAMES, NatsBench, newEvent, REFUSED, SERVICES } from '../support/nats-bench.ts';
import { until } from '../support/until.ts';

const RATES = 'KV_LYCEUM_RATES';
const bench = new NatsBench();

describe.each(SERVICES)('%s', (name) => {
  it('publishes its own events, which the stream keeps', async () => {
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

  it('publishes no event of a service that it is not', async () => {
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

  it('changes and removes nothing', async () => {
    const before = await bench.contents();
    for (const stream of [EVENT_STREAM, RATES])
      for (const [request, payload] of [
        [`STREAM.PURGE.${stream}`, ''],
        [`STREAM.DELETE.${stream}`, ''],
        [`STREAM.MSG.DELETE.${stream}`, { seq: 1 }],
        [`STREAM.UPDATE.${stream}`, { name: stream, subjects: ['x'] }],
        ['STREAM.CREATE.OWN', { name: 'OWN', subjects: ['own.>'] }],
        [`CONSUMER.CREATE.${stream}`, { stream_name: stream, config: { deliver_subject: 'x' } }],
        [`CONSUMER.DURABLE.CREATE.${stream}.own`, { stream_name: stream, config: { durable_name: 'own' } }],
        [`CONSUMER.DELETE.${stream}.consuming_users`, ''],
      ] as const)
        for (const prefix of ['$JS.API', JETSTREAM_API])
          expect([
            request,
            await bench.request(name, `${prefix}.${request}`, payload === '' ? '' : JSON.stringify(payload)),
          ]).toEqual([request, expect.stringMatching(REFUSED)]);
    expect(await bench.contents()).toEqual(before);
  });

  it('has the server write nowhere by naming a subject for its answer', async () => {
    const answers = [
      `$JS.API.STREAM.PURGE.${EVENT_STREAM}`,
      `$JS.API.STREAM.DELETE.${EVENT_STREAM}`,
      `$KV.LYCEUM_RATES.${INSTITUTION}/integration`,
      ...foreign,
    ];
    const requests = [
      `lyceum.${name}.v1.Asked.${INSTITUTION}`,
      `${JETSTREAM_API}.DIRECT.GET.${EVENT_STREAM}`,
      `${JETSTREAM_API}.STREAM.INFO.${EVENT_STREAM}`,
      `${JETSTREAM_API}.DIRECT.GET.${RATES}.$KV.LYCEUM_RATES.nothing`,
      '$JS.API.INFO',
    ];
    const before = await bench.contents();
    for (const reply of answers)
      for (const request of requests) bench.of(name).publish(request, '{"seq":1}', { reply });
    await bench.of(name).flush();
    for (const state of before.streams) {
      // Its own events it may publish, whomever the answer goes to.
      if (state.config.name !== EVENT_STREAM || !SERVICES.includes(name)) continue;
      Object.assign(state.subjects, { [`lyceum.${name}.v1.Asked.${INSTITUTION}`]: answers.length });
    }
    await vi.waitFor(async () => expect(await bench.contents()).toEqual(before), { timeout: 20_000, interval: 25 });
    // What would come later than its answer comes before the answer to this.
    for (const user of [name, ADMIN]) await bench.request(user, '$JS.API.INFO');
    expect(await bench.contents()).toEqual(before);
  });

  it('hears no answer to others', async () => {
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

it('a gateway hears the events after which credentials are stale, and no others', async () => {
  const received: string[] = [];
  bench.of('gateway').subscribe('>', { callback: (_, { subject }) => void received.push(subject) });
  await bench.of('gateway').flush();
  const { bus, close } = await bench.busOf('directory');
  const types = [UserCreatedSchema, IntegrationDeactivatedSchema, InstitutionSettingsChangedSchema];
  const events = types.map(({ typeName }) => newEvent(typeName));
  await bus.publish(events, always);
  await until('both', () => received.length >= 2);
  expect(received.toSorted()).toEqual(events.slice(1).map(subjectOf).toSorted());
  await close();
});

it.each([
  ['nobody', {}],
  ['a name alone', { user: 'directory' }],
  ['a wrong password', { user: ADMIN, pass: 'guess' }],
])('%s does not come in', async (_, credentials) => {
  const { servers = [] } = natsServers({ url: bench.urlOf('directory') });
  await expect(connect({ servers, reconnect: false, ...credentials })).rejects.toThrow(/authorization violation/i);
});
