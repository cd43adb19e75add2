import { randomUUID } from 'node:crypto';
import { toBinary } from '@bufbuild/protobuf';
import { services } from '../../deploy/installation/services.ts';
import { envelopeOf } from '../../platform/events/outbox/relay.ts';
import { EventEnvelopeSchema } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { query } from '../support/postgres/query.ts';
import { sendWrite, writeOperations } from '../support/sent-writes.ts';
import { successfulWrites } from '../support/successful-writes.ts';
import type { TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { must } from '../time-tracking/member.ts';
import { type ReleaseFixtures, type StoredAnswer, type StoredRow, withoutPlace } from './release-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;

/** Makes every keyed write with the platform of this version, and returns what it has stored and published. */
export async function recordRelease(system: TestSystem): Promise<ReleaseFixtures> {
  const institution = await system.newInstitution('release');
  const receiver = await TestReceiver.start();
  try {
    must(201, await institution.client.post('/webhook-endpoints', { url: receiver.url }));
    const answers = await answersOf(system, institution);
    const outboxes = await Promise.all(services.map(({ name }) => eventRows(system, name, institution.id)));
    const rows = outboxes.flat();
    const delivered = await until('all deliveries', () => {
      const bodies = new Map(receiver.requests.map(({ headers, body }) => [headers['webhook-id'], body]));
      return rows.every(({ row }) => bodies.has(String(row.id))) && bodies;
    });
    const recorded = await readRows(
      system,
      'webhooks',
      'SELECT * FROM events WHERE institution_id = $1',
      institution.id,
    );
    const recordedById = new Map(recorded.map((row) => [row.id, row]));
    const shown = new Map(
      (await institution.client.walk('/events')).map((event) => [event.id, event as unknown as Row]),
    );
    const events = rows.map(({ service, row }) => ({
      service,
      row: stored(row),
      envelope: Buffer.from(toBinary(EventEnvelopeSchema, envelopeOf(camelCased(row)))).toString('base64'),
      recorded: stored(recordedById.get(row.id) ?? {}),
      shown: withoutPlace(shown.get(String(row.id)) ?? {}),
      delivered: withoutPlace(JSON.parse(delivered.get(String(row.id)) ?? '{}')),
    }));
    return { institutionId: institution.id, integrationId: integrationOf(answers), answers, events };
  } finally {
    await receiver.end();
  }
}

/** The holder of the keys is the integration. */
const integrationOf = ([first]: readonly StoredAnswer[]) => String(first?.row.holder);

/** Every keyed write, sent twice. */
async function answersOf(system: TestSystem, institution: TestInstitution): Promise<StoredAnswer[]> {
  const { client } = institution;
  const { member } = await importOneOfEachRecord(institution);
  const [{ id: courseId, layerId }] = (await client.get('/courses')).body.data;
  const answers: StoredAnswer[] = [];
  for (const [operation, endpoint] of writeOperations) {
    const write = successfulWrites[operation];
    if (!write) throw new Error(`Say in successful-writes.ts what makes ${operation} succeed.`);
    system.clock.advance(1_000);
    const [request, key] = [await write.make({ client, courseId, layerId, member }), randomUUID()];
    must(endpoint.success, await sendWrite(client, endpoint, request, key));
    const { status, body } = await sendWrite(client, endpoint, request, key);
    const service = write.operation.split('.')[1] ?? '';
    const [row] = await readRows(system, service, 'SELECT * FROM idempotency_keys WHERE key = $1', key);
    answers.push({ operation, service, request, key, status, body, row: stored(row ?? {}) });
  }
  return answers;
}

/** Some rows of each type in a service's outbox that the feed shows. */
async function eventRows(system: TestSystem, service: string, institutionId: string) {
  const rows = await readRows(
    system,
    service,
    'SELECT * FROM outbox WHERE institution_id = $1 ORDER BY sequence',
    institutionId,
  );
  const byType = Map.groupBy(rows, ({ type }) => String(type));
  return [...byType]
    .filter(([type]) => type in feedTypes)
    .flatMap(([, all]) => all.slice(0, EACH).map((row) => ({ service, row })));
}

const readRows = ({ databases }: TestSystem, service: string, text: string, value: string) =>
  query<Row>(databases.url(service), text, [value]);

/** A row as JSON holds it; its place in the table is not of it. */
const stored = (row: Row): StoredRow =>
  Object.fromEntries(
    Object.entries(withoutPlace(row)).map(([key, value]) => [
      key,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );

/** A row of the outbox as the relay reads it. */
function camelCased(row: Row): Parameters<typeof envelopeOf>[0] {
  const names = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value instanceof Date ? value.toISOString() : value,
  ]);
  const { publishedAt: _, sequence: __, ...event } = Object.fromEntries(names);
  return event;
}

/** How many events of each type: more show nothing else. */
const EACH = 2;
