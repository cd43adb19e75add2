import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { MAX_SCANNED } from '../../../platform/data/audit/list-audit-records.ts';
import { noteRefusal } from '../../../platform/data/audit/note-refusal.ts';
import { countOldAudit } from '../../../platform/data/erasure/old-audit.ts';
import { oldestTransactionMs } from '../../../platform/handler/next-updated-since.ts';
import { AuditService } from '../../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { until } from '../../../test/support/until.ts';

const { listAuditRecords } = AuditService.method;
const { createIntegration, deactivateIntegration, renameIntegration, rotateIntegrationSecret } =
  IntegrationService.method;

interface Filter {
  readonly page?: { readonly size: number; readonly after?: { readonly sort: string; readonly id: string } };
  readonly actorKind?: string;
  readonly actorId?: string;
  readonly resourceKind?: string;
  readonly resourceId?: string;
  readonly from?: string;
  readonly to?: string;
}

let service: TestService;
let administrator: AdministratorActor;
let call: Call;
let integration: { readonly id: string; readonly clientId: string };
beforeAll(async () => {
  service = await startIdentity();
  administrator = await newAdministrator(service);
  call = service.call(administrator);
  integration = present((await call(createIntegration, { name: 'Door' })).integration, 'integration');
  await call(renameIntegration, { clientId: integration.clientId, name: 'Gate' });
  await call(rotateIntegrationSecret, { clientId: integration.clientId });
  const operate = service.call({ kind: 'operator', institutionId: administrator.institutionId, operator: OPERATOR });
  await operate(deactivateIntegration, { clientId: integration.clientId });
});

const OPERATOR = { id: 'operator-1', name: 'Grace' };
const list = (filter: Filter = {}, by = call) => by(listAuditRecords, { page: { size: 50 }, ...filter });
const operationsOf = async (filter: Filter = {}, by = call) =>
  (await list(filter, by)).records.map(({ operation }) => operation.replace(/.*\//, ''));

describe('the audit records of an institution', () => {
  it('end a page where the scan for rare ones ends', async () => {
    const other = await newInstitution(service);
    await service.call(other)(createIntegration, { name: 'First' });
    await service.sql(
      `INSERT INTO audit_log (institution_id, recorded_at, actor, actor_id, operation, resource, resource_id, request_id)
       SELECT $1, timestamptz '2026-10-05T09:00:00Z' + n * interval '1 second', 'operator', 'x', 'o', 'course', gen_random_uuid(), 'r'
       FROM generate_series(1, $2::integer) AS n`,
      [other.institutionId, MAX_SCANNED],
    );
    const first = await list({ resourceKind: 'integration' }, service.call(other));
    expect(first.records).toEqual([]);
    const after = present(first.next, 'next');
    const rest = await list({ resourceKind: 'integration', page: { size: 1, after } }, service.call(other));
    expect([rest.records.length, rest.next]).toEqual([1, undefined]);
  });

  it('are read oldest first without a hole: none before one that is still to be committed', async () => {
    const own = await startIdentity({ service: 'own' });
    onTestFinished(() => own.stop());
    const { institutionId } = await newInstitution(own);
    const oldest = async () => {
      const answer = own.call({ kind: 'operator', institutionId })(listAuditRecords, {
        oldestFirst: true,
        page: { size: 9 },
      });
      return (await answer).records.map(({ requestId }) => requestId);
    };
    const write = (by: Pick<TestService, 'sql'>, requestId: string, afterMs: number) =>
      by.sql(
        `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, request_id)
         VALUES ($1, $2::timestamptz + $3 * interval '1 ms', 'operator', 'o', 'course', gen_random_uuid(), $4)`,
        [institutionId, toInstantText(begun), afterMs, requestId],
      );
    const begun = own.clock.now();
    const late = Promise.withResolvers<void>();
    const { db } = own.runtime;
    const running = db.transaction(
      async (tx) => {
        await countOldAudit(tx, { institutionId, before: toInstantText(begun) });
        await late.promise;
        noteRefusal(tx, {
          ...{ institutionId, at: toInstantText(begun), operation: 'o', resource: 'course', requestId: 'late' },
          ...{ resourceId: integration.id, revision: integration.id, why: { refused: 'x' } },
        });
      },
      { of: 'nobody' },
    );
    await write(own, 'other', 300);
    await until('a transaction of a second', async () => (await oldestTransactionMs(db)) >= 1_000);
    own.clock.advance(120_600);
    expect(await oldest()).toEqual([]);
    late.resolve();
    await running;
    own.clock.advance(2_000);
    expect(await oldest()).toEqual(['late', 'other']);
  });

  it('of another institution are not there', async () => {
    const stranger = service.call(await newAdministrator(service));
    expect(await operationsOf({}, stranger)).toEqual([]);
    expect(await operationsOf({ resourceId: integration.id }, stranger)).toEqual([]);
    expect(await operationsOf({ actorId: administrator.userId }, stranger)).toEqual([]);
  });
});
