import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TEST_OPERATOR } from '../../support/calls/test-identities.ts';
import { importRecords } from '../../support/import-records.ts';
import { importOneOfEachRecord } from '../../support/one-of-each-record.ts';
import { repeatWithoutEffect, sendWrite, writeOperations } from '../../support/sent-writes.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import { auditStateOf, type Change, changeOf, watchChanges } from '../../support/test-audit.ts';
import { newEmail, newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Member } from '../../time-tracking/member.ts';

/** The audit records of every write: actor, resource, version before and after. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const { member } = await importOneOfEachRecord(school);
const [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
const administrator = (await newUser(school.client)).id;
const client = await system.newClient(school.id, administrator);
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(1_000));

const watch = <T>(work: () => Promise<T>) => watchChanges(system, school.id, work);

describe.each(writeOperations)('%s', (name, endpoint) => {
  it('leaves exactly the record of each change, and none of a replay or a refusal', async () => {
    const write = successfulWrites[name];
    if (!write) throw new Error(`Say in successful-writes.ts what makes ${name} succeed, and what it changes.`);
    const { operation, resources, noted = [] } = write;
    const [request, key] = [await write.make({ client, courseId, layerId, member }), randomUUID()];
    const { result: answer, changes, records, recorded } = await watch(() => sendWrite(client, endpoint, request, key));
    expect([answer.status, answer.text]).toEqual([endpoint.success, answer.text]);
    expect(changes.map(({ resource }) => resource)).toEqual(resources);
    const isNote = (record: Change) => record.version_before === record.version_after;
    expect(recorded.filter((record) => !isNote(record))).toEqual(changes);
    expect(recorded.filter(isNote).map(({ resource }) => resource)).toEqual(noted);
    const integrationId = records[0]?.actor_id;
    for (const record of records)
      expect(record).toMatchObject({
        actor: 'integration',
        on_behalf_of: administrator,
        operation,
        request_id: answer.headers.get('x-request-id'),
        recorded_at: new Date(system.clock.now()),
        actor_id: integrationId,
        cause: null,
      });
    if (resources.length > 0) {
      const { integrations } = await system.operator(school.id)(IntegrationService.method.listIntegrations, {});
      expect(integrations.find(({ id }) => id === integrationId)?.clientId).toBe(client.clientId);
    }

    const again = await watch(() => repeatWithoutEffect(client, endpoint, request, key));
    expect([again.changes, again.recorded]).toEqual([[], []]);
  });
});

describe('a write of a client', () => {
  it('that changes nothing leaves none, and one with a stale If-Match none', async () => {
    const user = await newUser(client, { name: 'Same' });
    const { recorded } = await watch(async () => {
      expect((await client.patch(user.path, { name: 'Same' }, { ifMatch: user.etag })).status).toBe(200);
      expect((await client.patch(user.path, { name: 'Other' }, { ifMatch: '"stale"' })).status).toBe(412);
    });
    expect(recorded).toEqual([]);
  });

  it('sent fifty times at once with one key leaves one', async () => {
    const key = randomUUID();
    const json = { email: newEmail(), name: 'A' };
    const { changes, recorded } = await watch(() =>
      Promise.all(Array.from({ length: 50 }, () => client.post('/users', json, { key }))),
    );
    expect(recorded).toHaveLength(1);
    expect(recorded).toEqual(changes);
  });

  it('that closes a forgotten session and is refused leaves the record of the close', async () => {
    const worker = await Member.create(client);
    expect((await worker.start('2026-10-01T08:00:00Z')).status).toBe(201);
    const { result, records, changes, recorded } = await watch(() => worker.pause('2026-10-03T08:00:00Z'));
    expect(result.status).toBe(409);
    expect(recorded).toHaveLength(1);
    expect(recorded).toEqual(changes);
    expect(records[0]?.request_id).toBe(result.headers.get('x-request-id'));
  });

  it('of 500 logs leaves the record of each', async () => {
    const worker = await Member.create(client);
    const items = Array.from({ length: 500 }, (_, n) => ({
      startTime: new Date(Date.UTC(2025, 0, 1, n)).toISOString(),
      endTime: new Date(Date.UTC(2025, 0, 1, n, 45)).toISOString(),
    }));
    const { changes, recorded } = await watch(() => worker.bulk(items));
    expect(recorded).toHaveLength(500);
    expect(recorded).toEqual(changes);
  });
});

describe('a write of an operator', () => {
  it('leaves records without an integration, none where nothing changes', async () => {
    const records = [
      { ref: 'o1', email: newEmail(), name: 'A' },
      { ref: 'o2', email: newEmail(), name: 'B' },
    ];
    const importing = () => importRecords(system.operator(school.id), 'users', records);
    const first = await watch(importing);
    expect(first.recorded).toHaveLength(2);
    expect(first.recorded).toEqual(first.changes);
    for (const record of first.records)
      expect(record).toMatchObject({
        actor: 'operator',
        actor_id: TEST_OPERATOR.id,
        actor_name: TEST_OPERATOR.name,
        operation: 'lyceum.directory.v1.ImportService/Import',
      });
    expect((await watch(importing)).recorded).toEqual([]);
    // Each takes the other's email: the keys are released in between, which has no record of its own.
    const [one, two] = records.map(({ email }) => email).toReversed();
    const swapped = records.map((record, n) => ({ ...record, email: (n === 0 ? one : two) ?? '' }));
    const swap = await watch(() => importRecords(system.operator(school.id), 'users', swapped));
    expect(swap.recorded).toHaveLength(2);
    expect(swap.recorded).toEqual(swap.changes);
  });

  it('records integrations, without their secrets, and settings', async () => {
    const { result, changes, recorded } = await watch(() =>
      system.operator(school.id)(IntegrationService.method.createIntegration, { name: 'Door' }),
    );
    expect(recorded).toEqual(changes);
    const { clientId, id } = result.integration ?? { clientId: '', id: '' };
    for (const act of [
      () => system.operator()(IntegrationService.method.rotateIntegrationSecret, { clientId }),
      () => system.operator()(IntegrationService.method.deactivateIntegration, { clientId }),
    ]) {
      const done = await watch<unknown>(act);
      expect(done.recorded).toEqual(done.changes);
      expect(done.recorded).toMatchObject([{ resource: 'integration', resource_id: id }]);
    }
    const set = await watch(() =>
      system.operator(school.id)(InstitutionService.method.setInstitutionSettings, {
        change: { rejectRoomConflicts: true },
      }),
    );
    expect(set.recorded).toEqual(set.changes);
    expect(set.recorded).toMatchObject([{ resource: 'institution', resource_id: school.id }]);
    expect(JSON.stringify((await auditStateOf(system, school.id)).records)).not.toContain(result.clientSecret);
  });

  it('of an institution begins its records', async () => {
    const other = await system.newInstitution();
    const { records, revisions } = await auditStateOf(system, other.id);
    expect(records[0]).toMatchObject({ actor: 'operator', resource: 'institution', resource_id: other.id });
    const all = records.map(changeOf);
    const there = [...revisions].map(([key, version_after]) => {
      const [resource, resource_id] = key.split(' ');
      return { resource, resource_id, version_before: null, version_after };
    });
    expect(all).toEqual(there);
  });

  it('records a change of parts as a change of the whole', async () => {
    const records = [{ ref: 'moved', name: 'M', versions: [{ ref: 'mv', version: '1', name: 'V' }] }];
    const importing = (terms: object[]) => () =>
      importRecords(
        system.operator(school.id),
        'curricula',
        records.map((record) => ({
          ...record,
          versions: record.versions.map((version) => ({ ...version, terms })),
        })) as never,
      );
    await importing([])();
    const added = await watch(importing([{ ref: 'term', name: 'T', position: 0 }]));
    expect(added.recorded).toEqual(added.changes);
    expect(added.recorded.map(({ resource }) => resource)).toContain('curriculum_version');
  });
});

it('the stored state is what was recorded last', async () => {
  const { records, revisions } = await auditStateOf(system, school.id);
  const last = new Map<string, string | null>();
  for (const { resource, resource_id, version_before, version_after } of records) {
    const key = `${resource} ${resource_id}`;
    expect([key, version_before]).toEqual([key, last.get(key) ?? null]);
    last.set(key, version_after);
  }
  const there = new Map([...last].filter(([, version]) => version !== null));
  expect(there).toEqual(revisions);
});
