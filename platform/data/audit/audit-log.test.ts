import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { createThings, DELETE_THINGS, INSERT_THING, UPDATE_THING } from '../../../test/support/probe/audited-things.ts';
import { callOperation, newActor, newKey } from '../../../test/support/probe/call-operation.ts';
import { startProbe } from '../../../test/support/probe/start-probe.ts';
import type { IntegrationActor } from '../../core/actor.ts';
import type { CallContext } from '../../core/call-context.ts';
import { systemIds } from '../../core/ids.ts';
import { command } from '../../handler/command.ts';
import { silentLogger } from '../../observability/log.ts';
import { Janitor } from '../../process/janitor.ts';
import { type AuditFilter, type AuditRecord, listAuditRecords } from './list-audit-records.ts';

const { createUser, updateUser } = UserService.method;

let actor: IntegrationActor;
let id: string;
const probe = await startProbe();
await createThings(probe);
const service = probe.service();
afterAll(() => probe.stop());
beforeEach(() => {
  actor = { ...newActor(), createdBy: systemIds.newId() };
  id = systemIds.newId();
});

const revision = () => systemIds.newId();
const insert = (tx: Tx, to: string, of = id) =>
  tx.write(INSERT_THING, { institutionId: actor.institutionId, id: of, revision: to });
const run = (work: (tx: Tx) => void, context: Partial<CallContext> = {}) => {
  const operation = command(createUser, {
    run: async (tx) => {
      work(tx);
      return { response: {} };
    },
  });
  return callOperation(service, operation, { user: { email: 'a@x.example' } }, { actor, ...context });
};
async function records(filter: Partial<AuditFilter> = {}, pageSize?: number): Promise<AuditRecord[]> {
  const all: AuditRecord[] = [];
  const query = { institutionId: actor.institutionId, ...filter };
  for await (const record of listAuditRecords(probe.database(), query, pageSize)) all.push(record);
  return all;
}
const changes = async () =>
  (await records()).map(({ resourceId, versionBefore, versionAfter }) => [resourceId, versionBefore, versionAfter]);

describe('a change', () => {
  it('is recorded with who, what and when', async () => {
    const first = revision();
    await run((tx) => insert(tx, first), { requestId: 'request-1' });
    expect(await records()).toEqual([
      {
        institutionId: actor.institutionId,
        recordedAt: '2026-10-05T08:00:00.000Z',
        sequence: expect.any(Number),
        actor: 'integration',
        actorId: actor.integrationId,
        actorName: null,
        onBehalfOf: actor.createdBy,
        operation: 'lyceum.directory.v1.UserService/CreateUser',
        role: null,
        resource: 'thing',
        resourceId: id,
        versionBefore: null,
        versionAfter: first,
        requestId: 'request-1',
        cause: null,
        reason: null,
        fieldsBefore: null,
        fieldsAfter: null,
      },
    ]);
  });

  it('follows the previous one, in one transaction and across several, until the deletion', async () => {
    const [first, second, third] = [revision(), revision(), revision()];
    await run((tx) => {
      insert(tx, first);
      tx.write(UPDATE_THING, { institutionId: actor.institutionId, id: id, revision: second });
    });
    await run((tx) => tx.write(UPDATE_THING, { institutionId: actor.institutionId, id: id, revision: third }));
    await run((tx) => tx.write(DELETE_THINGS, { institutionId: actor.institutionId, ids: [id] }));
    expect((await changes()).toReversed()).toEqual([
      [id, null, first],
      [id, first, second],
      [id, second, third],
      [id, third, null],
    ]);
  });

  it('that changes nothing leaves no record', async () => {
    await run((tx) => tx.write(UPDATE_THING, { institutionId: actor.institutionId, id: id, revision: revision() }));
    expect(await records()).toEqual([]);
  });

  it('without an author fails', async () => {
    const db = probe.database();
    await expect(db.transaction(async (tx) => insert(tx, revision()), { of: 'nobody' })).rejects.toThrow(
      'needs a context',
    );
  });
});

describe('a command', () => {
  it('that is replayed leaves one record, even with fifty concurrent requests', async () => {
    const idempotency = newKey();
    const attempts = Array.from({ length: 50 }, () =>
      run((tx) => insert(tx, revision()), { idempotency }).catch((error) => error),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer.metadata?.replayed === false)).toHaveLength(1);
    expect(await records()).toHaveLength(1);
  });
});

it('records are read page by page, newest first', async () => {
  const ids = Array.from({ length: 5 }, () => systemIds.newId());
  await run((tx) => ids.map((each) => insert(tx, revision(), each)), { requestId: 'many' });
  probe.clock.advance(1_000);
  const update = command(updateUser, {
    run: async (tx) => {
      tx.write(UPDATE_THING, { institutionId: actor.institutionId, id: ids[0] ?? '', revision: revision() });
      return { response: {} };
    },
  });
  await callOperation(service, update, { id, user: {}, updateMask: {} }, { actor, requestId: 'one' });
  const found = await records({}, 2);
  expect(found.map(({ resourceId }) => resourceId)).toEqual([ids[0], ...ids.toReversed()]);
  expect(await records({ operation: 'User' })).toEqual([]);
  expect(await records({ institutionId: systemIds.newId() })).toEqual([]);
});

describe('the table', () => {
  it('rejects every change and deletion of records by any role, in its partitions too', async () => {
    await run((tx) => insert(tx, revision()));
    const before = await records();
    const [part] = await probe.sql<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM audit_log WHERE institution_id = $1',
      [actor.institutionId],
    );
    for (const table of ['audit_log', part?.name]) {
      for (const text of [`UPDATE ${table} SET actor_id = NULL`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(probe.sql(text)).rejects.toMatchObject({ code: 'LY003' });
    }
    expect(await records()).toEqual(before);
  });

  it('has partitions for coming months, which the janitor creates and which are dropped as a whole', async () => {
    const janitor = new Janitor({ db: service.runtime.db, clock: probe.clock, log: silentLogger });
    probe.clock.set('2031-11-15T00:00:00.000Z');
    await Promise.all([janitor.tidy(), janitor.tidy()]);
    await run((tx) => insert(tx, revision()));
    const parts = await probe.sql(
      `SELECT c.relname AS part FROM pg_class c WHERE c.relname ~ '^audit_log_203\\d_\\d\\d$' ORDER BY 1`,
    );
    expect(parts.map(({ part }: { part?: string }) => part)).toEqual([
      'audit_log_2031_11',
      'audit_log_2031_12',
      'audit_log_2032_01',
      'audit_log_2032_02',
    ]);
    await expect(probe.sql('TRUNCATE audit_log_2031_11')).rejects.toMatchObject({ code: 'LY003' });
    const dropped = await probe.sql<{ part: string }>(`SELECT drop_audit_partitions('2031-12-31T23:00:00Z') AS part`);
    expect(dropped.map(({ part }) => part)).toContain('audit_log_2031_11');
    expect(dropped.map(({ part }) => part)).not.toContain('audit_log_2031_12');
    expect(await records()).toEqual([]);
  });

  it('keeps the records of a month in the default partition if the month began without its own', async () => {
    probe.clock.set('2041-03-31T23:59:59.999Z');
    await run((tx) => insert(tx, revision()));
    await new Janitor({ db: service.runtime.db, clock: probe.clock, log: silentLogger }).tidy();
    expect(await records()).toHaveLength(1);
    const [next] = await probe.sql<{ made: string }>(`SELECT to_regclass('audit_log_2041_04')::text AS made`);
    expect(next?.made).toBe('audit_log_2041_04');
  });
});
