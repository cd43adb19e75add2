import { toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { always } from '../../dev/testing/events.ts';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { JETSTREAM_API } from '../../platform/events/nats/nats-user.ts';
import { EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { IntegrationDeactivatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { CONSUMING, DURABLE, NAMES, NatsBench, newEvent, REFUSED } from '../support/nats-bench.ts';
import { until } from '../support/until.ts';

const bench = new NatsBench();

/** Subscribes a user to a type of events; returns the ids that it is given. */
async function subscribe(user: string, own: { name: string; types: readonly string[]; durable: boolean }) {
  const received: string[] = [];
  const { bus, close } = await bench.busOf(user);
  await bus.subscribe({ ...own, handle: async ({ id }) => void received.push(id) });
  return { received, close };
}

/** Publishes as directory, in good order. */
async function publish(...events: ReturnType<typeof newEvent>[]): Promise<void> {
  const { bus, close } = await bench.busOf('directory');
  expect((await bus.publish(events, always)).ids.size).toBe(events.length);
  await close();
}

describe('a durable consumer', () => {
  it.each(NAMES)('gives nothing to %s, and takes no acknowledgement of its', async (name) => {
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

  it('gives its own user what was published', async () => {
    const { received, close } = await subscribe(CONSUMING.name, { ...DURABLE, durable: true });
    const event = newEvent();
    await publish(event);
    await until('the event', () => received.includes(event.id));
    await close();
  });

  it('does nothing to streams by a question that names another subject for the answer', async () => {
    const request = () =>
      bench
        .of(CONSUMING.name)
        .publish(`${JETSTREAM_API}.CONSUMER.MSG.NEXT.${EVENT_STREAM}.consuming_users`, '{"batch":1,"no_wait":true}', {
          reply: `$JS.API.STREAM.DELETE.${EVENT_STREAM}`,
        });
    const before = await bench.contents();
    // The answer to the second is that there is nothing, in no bytes: in one account this deletes the stream.
    request();
    request();
    await bench.of(CONSUMING.name).flush();
    expect((await bench.contents()).streams).toEqual(before.streams);
  });
});

describe.each([
  ['a listener', 'gateway', { name: 'test', types: [IntegrationDeactivatedSchema.typeName], durable: false }],
  ['a durable consumer', CONSUMING.name, { ...DURABLE, durable: true }],
] as const)('%s', (_, user, subscription) => {
  it('leaves out what does not belong on its subject, and goes on', async () => {
    const { received, close } = await subscribe(user, subscription);
    const own = newEvent(subscription.types[0]);
    const [elsewhere, foreign] = [newEvent(subscription.types[0]), newEvent('lyceum.scheduling.v1.AppointmentCreated')];
    const forgeries: [string, Uint8Array][] = [
      [subjectOf(own), new TextEncoder().encode('no event')],
      [subjectOf(own), toBinary(EventEnvelopeSchema, foreign)],
      [subjectOf({ ...elsewhere, institutionId: 'another' }), toBinary(EventEnvelopeSchema, elsewhere)],
    ];
    for (const [subject, bytes] of forgeries) await bench.of('directory').request(subject, bytes);
    await publish(own);
    await until('the event', () => received.includes(own.id));
    expect([elsewhere.id, foreign.id].filter((id) => received.includes(id))).toEqual([]);
    await close();
  });
});
