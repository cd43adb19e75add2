import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { MAX_SCANNED } from '../../../platform/data/audit/list-audit-records.ts';
import { AuditService } from '../../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

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

  it('of another institution are not there', async () => {
    const stranger = service.call(await newAdministrator(service));
    expect(await operationsOf({}, stranger)).toEqual([]);
    expect(await operationsOf({ resourceId: integration.id }, stranger)).toEqual([]);
    expect(await operationsOf({ actorId: administrator.userId }, stranger)).toEqual([]);
  });
});
