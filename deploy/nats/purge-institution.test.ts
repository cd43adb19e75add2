import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, it, onTestFinished } from 'vitest';
import { EVENT_STREAM, subjectOf } from '../../platform/events/event-stream.ts';
import { natsServers } from '../../platform/events/nats/nats-link.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { UserCreatedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { natsUsers } from '../installation/nats-users.ts';
import { purgeInstitution } from './purge-institution.ts';

it('removes the events of one institution from the stream, and no other event; no process may', async () => {
  const nats = await TestNats.start(natsUsers);
  onTestFinished(() => nats.remove());
  const connection = await connect(natsServers({ url: nats.urlOf(ADMIN) }));
  onTestFinished(() => connection.close());
  const [gone, stays] = [randomUUID(), randomUUID()];
  const { typeName: type } = UserCreatedSchema;
  const publish = (institutionId: string) =>
    jetstream(connection).publish(subjectOf({ type, institutionId }), new Uint8Array());
  for (const id of [gone, stays, gone, '', gone]) await publish(id);
  const directory = { url: nats.urlOf('directory') };
  await expect(purgeInstitution(directory, gone)).rejects.toThrow();
  await purgeInstitution({ url: nats.urlOf(ADMIN) }, gone);
  const jsm = await jetstreamManager(connection);
  const { state } = await jsm.streams.info(EVENT_STREAM, { subjects_filter: '>' });
  expect(Object.keys(state.subjects ?? {}).toSorted()).toEqual(
    [subjectOf({ type, institutionId: stays }), subjectOf({ type, institutionId: '' })].toSorted(),
  );
});
