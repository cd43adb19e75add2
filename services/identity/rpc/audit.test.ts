import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { Actor, AdministratorActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { MAX_SCANNED } from '../../../platform/data/audit/list-audit-records.ts';
import { AuditService } from '../../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
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
  it('are read newest first, with who, what and the fields before and after', async () => {
    const { records, next } = await list();
    expect(next).toBeUndefined();
    const shown = records.map(({ actorKind, actorName, resourceKind, changes }) => [
      `${actorKind} ${actorName} ${resourceKind}`,
      changes.map(({ name, before, after }) => `${name} ${before} ${after}`),
    ]);
    expect(shown).toEqual([
      ['operator Grace integration', ['isActive true false']],
      ['administrator Ada integration', []],
      ['administrator Ada integration', ['name "Door" "Gate"']],
      [
        'administrator Ada integration',
        ['name undefined "Door"', `createdBy undefined "${administrator.userId}"`, 'isActive undefined true'],
      ],
    ]);
    expect(records[2]).toMatchObject({
      recordedAt: '2026-10-05T08:00:00.000Z',
      actorId: administrator.userId,
      operation: 'lyceum.identity.v1.IntegrationService/RenameIntegration',
      resourceId: integration.id,
      versionBefore: records[3]?.versionAfter,
      versionAfter: records[1]?.versionBefore,
    });
  });

  it('have no personal data of other resources, and no secret', async () => {
    const text = JSON.stringify((await list()).records, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text).not.toMatch(/ada@|hash|secret[A-Z]/);
  });

  it('are filtered', async () => {
    expect(await operationsOf({ actorKind: 'administrator' })).toHaveLength(3);
    expect(await operationsOf({ actorId: OPERATOR.id })).toEqual(['DeactivateIntegration']);
    expect(await operationsOf({ actorKind: 'administrator', actorId: OPERATOR.id })).toEqual([]);
    expect(await operationsOf({ resourceKind: 'passkey' })).toEqual([]);
    const { id: resourceId } = integration;
    expect(await operationsOf({ resourceId })).toEqual([
      'DeactivateIntegration',
      'RotateIntegrationSecret',
      'RenameIntegration',
      'CreateIntegration',
    ]);
    expect(await operationsOf({ resourceId, actorKind: 'administrator' })).toHaveLength(3);
    for (const unknown of [NOWHERE, 'no-uuid']) expect(await operationsOf({ resourceId: unknown })).toEqual([]);
    expect(await operationsOf({ from: '2026-10-05T08:00:00.001Z' })).toEqual([]);
    expect(await operationsOf({ to: '2026-10-05T08:00:00.000Z' })).toEqual([]);
  });

  it('are walked page by page', async () => {
    const seen: string[] = [];
    let after: { sort: string; id: string } | undefined;
    do {
      const { records, next } = await list({ page: { size: 3, ...(after && { after }) } });
      seen.push(...records.map(({ sequence }) => `${sequence}`));
      after = next;
    } while (after);
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
  });

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

  it.each([
    [{ actorKind: 'gateway' }, '/actorKind'],
    [{ from: 'yesterday' }, '/from'],
    [{ page: { size: 501 } }, '/page/size'],
    [{ page: { size: 1, after: { sort: 'now', id: '1' } } }, '/page/after/sort'],
    [{ page: { size: 1, after: { sort: '2026-10-05T08:00:00.000Z', id: '9223372036854775807' } } }, '/page/after/id'],
    [{ page: { size: 1, after: { sort: '2026-10-05T08:00:00.000Z', id: NOWHERE } } }, '/page/after/id'],
  ])('refuse %j', async (filter, pointer) => {
    await expect(list(filter)).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
  });

  it('are closed to integrations and calendar feeds', async () => {
    const { institutionId } = administrator;
    const callers: Actor[] = [
      { kind: 'integration', institutionId, integrationId: integration.id, createdBy: null },
      { kind: 'feed', institutionId, feedId: NOWHERE, scope: { of: 'room', id: NOWHERE } },
    ];
    for (const caller of callers)
      await expect(list({}, service.call(caller))).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});

it('a deletion is recorded with the fields that there were', async () => {
  const ada = await newAdministrator(service);
  const other = service.call(ada);
  const { createCalendarFeed, revokeCalendarFeed } = CalendarFeedService.method;
  const calendar = { target: { case: 'userId', value: ada.userId } } as const;
  const { feed } = await other(createCalendarFeed, { feed: { name: 'Ada', calendar } });
  await other(revokeCalendarFeed, { id: present(feed, 'feed').id, precondition: { any: true } });
  const { records } = await list({ resourceKind: 'calendar_feed' }, other);
  expect(records.map(({ changes }) => changes.map(({ name, before, after }) => [name, before, after]))).toEqual([
    [
      ['name', '"Ada"', undefined],
      ['calendarOf', '"user"', undefined],
      ['targetId', `"${ada.userId}"`, undefined],
    ],
    [
      ['name', undefined, '"Ada"'],
      ['calendarOf', undefined, '"user"'],
      ['targetId', undefined, `"${ada.userId}"`],
    ],
  ]);
});
