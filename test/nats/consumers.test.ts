import { toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { JETSTREAM_API } from '../../platform/events/nats/nats-user.ts';
import { EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { IntegrationDeactivatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { always, held } from '../support/nats/events.ts';
import { CONSUMING, DURABLE, NAMES, NatsBench, newEvent, REFUSED } from '../support/nats/nats-bench.ts';
import { until } from '../support/until.ts';

const bench = new NatsBench();

/** Has the user of the durable consumer subscribe; returns the ids it receives. */
async function subscribe() {
  const received: string[] = [];
  const { bus, close } = await bench.busOf(CONSUMING.name);
  await bus.subscribe({
    ...DURABLE,
    lock: held,
    async handle(events) {
      received.push(...events.map(({ id }) => id));
      return new Set(received);
    },
  });
  return { received, close };
}

/** Has the gateway listen to an event type; returns the ids it receives. */
async function listen() {
  const received: string[] = [];
  const { bus, close } = await bench.busOf('gateway');
  const types = [IntegrationDeactivatedSchema.typeName];
  await bus.listen({ name: 'test', types, handle: async ({ id }) => void received.push(id) });
  return { received, close };
}

/** Publishes a valid event as a service. */
async function publish(event: ReturnType<typeof newEvent>, service = 'directory'): Promise<void> {
  const { bus, close } = await bench.busOf(service);
  expect((await bus.publish([event], always)).ids).toEqual(new Set([event.id]));
  await close();
}

describe('a durable consumer', () => {
  it.each(NAMES)('delivers nothing to %s, and accepts no acknowledgement from it', async (name) => {
    await publish(newEvent());
    const before = await bench.contents();
    for (const prefix of ['$JS.API', JETSTREAM_API])
      for (const request of ['CONSUMER.INFO', 'CONSUMER.MSG.NEXT']) {
        const subject = `${prefix}.${request}.${EVENT_STREAM}.consuming_users`;
        for (const payload of ['', '{"batch":1,"no_wait":true}'])
          expect(await bench.request(name, subject, payload)).toMatch(REFUSED);
      }
    bench.of(name).publish(`$JS.ACK.${EVENT_STREAM}.consuming_users.1.1.1.1.0`, '+TERM');
    await bench.of(name).flush();
    expect(await bench.contents()).toEqual(before);
  });

  it('delivers published events to its own user', async () => {
    const { received, close } = await subscribe();
    const event = newEvent();
    await publish(event);
    await until('the event', () => received.includes(event.id));
    await close();
  });

  it('cannot change streams through a request with another reply subject', async () => {
    const request = () =>
      bench
        .of(CONSUMING.name)
        .publish(`${JETSTREAM_API}.CONSUMER.MSG.NEXT.${EVENT_STREAM}.consuming_users`, '{"batch":1,"no_wait":true}', {
          reply: `$JS.API.STREAM.DELETE.${EVENT_STREAM}`,
        });
    const before = await bench.contents();
    // The second reply means "nothing there" and is empty: within one account this would delete the stream.
    request();
    request();
    await bench.of(CONSUMING.name).flush();
    expect((await bench.contents()).streams).toEqual(before.streams);
  });
});

describe.each([
  ['a listener', IntegrationDeactivatedSchema.typeName, 'identity', listen],
  ['a durable consumer', DURABLE.types[0] ?? '', 'directory', subscribe],
])('%s', (_, type, service, begin) => {
  it('skips events that do not belong on its subject, and continues', async () => {
    const { received, close } = await begin();
    const own = newEvent(type);
    const [elsewhere, foreign] = [newEvent(type), newEvent('lyceum.scheduling.v1.AppointmentCreated')];
    const forgeries: [string, Uint8Array][] = [
      [subjectOf(own), new TextEncoder().encode('no event')],
      [subjectOf(own), toBinary(EventEnvelopeSchema, foreign)],
      [subjectOf({ ...elsewhere, institutionId: 'another' }), toBinary(EventEnvelopeSchema, elsewhere)],
    ];
    for (const [subject, bytes] of forgeries) await bench.of(service).request(subject, bytes);
    await publish(own, service);
    await until('the event', () => received.includes(own.id));
    expect([elsewhere.id, foreign.id].filter((id) => received.includes(id))).toEqual([]);
    await close();
  });
});
