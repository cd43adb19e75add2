import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor, TenantActor } from '../../../platform/core/actor.ts';
import { AuditService } from '../../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { directory } from '../service.ts';
import { MAX_CODES } from '../store/user-codes.ts';

const { getInstitution, setInstitutionSettings, checkUserCodeFormat } = InstitutionService.method;
const FORMAT = 'NH-[0][0][0][0]';

let service: TestService;
let administrator: AdministratorActor;
let call: Call;
beforeAll(async () => {
  service = await startTestService(directory);
});
beforeEach(async () => {
  administrator = await newAdministrator(service);
  call = service.call(administrator);
});

describe('the settings of an institution', () => {
  it('are changed by its administrators, and records say by whom', async () => {
    const { settings } = await call(setInstitutionSettings, { change: { userCodeFormat: FORMAT } });
    expect(settings).toMatchObject({ userCodeFormat: FORMAT, schedulingEnabled: true });
    expect((await call(getInstitution, {})).institution?.settings).toEqual(settings);
    const { records } = await call(AuditService.method.listAuditRecords, {
      page: { size: 1 },
      resourceKind: 'institution',
    });
    expect(records).toMatchObject([
      { actorName: 'Ada', changes: [{ name: 'userCodeFormat', before: 'null', after: `"${FORMAT}"` }] },
    ]);
    const [event] = await service.sql(
      `SELECT actor_type, actor_id FROM outbox WHERE type LIKE '%SettingsChanged' AND aggregate_id = $1`,
      [administrator.institutionId],
    );
    expect(event).toEqual({ actor_type: 'administrator', actor_id: administrator.userId });
  });

  it('are those of the own institution, whoever changes others', async () => {
    const stranger = service.call(await newAdministrator(service));
    await stranger(setInstitutionSettings, { change: { schedulingEnabled: false } });
    expect((await call(getInstitution, {})).institution?.settings?.schedulingEnabled).toBe(true);
  });

  it.each([
    [{ timeTrackingTimezone: 'Mars/Olympus' }, 'REQUEST_INVALID', '/change/time_tracking_timezone'],
    [{ userCodeFormat: 'NH' }, 'CODE_FORMAT_NO_DYNAMIC_TOKEN', '/change/user_code_format'],
    [{ userCodeFormat: '[0][0]' }, 'CODE_FORMAT_MIN_BLOCKS_NOT_MET', '/change/user_code_format'],
  ])('are refused: %j', async (change, code, pointer) => {
    await expect(call(setInstitutionSettings, { change })).rejects.toMatchObject({ code, violations: [{ pointer }] });
  });
});

describe('CheckUserCodeFormat', () => {
  const check = async (request: object, by = call) => {
    const { $typeName, $unknown, ...found } = await by(checkUserCodeFormat, { format: FORMAT, ...request });
    return found;
  };
  const addUsers = (count: number, code: string) =>
    service.sql(
      `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, code, code_key, is_archived, revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), c, c, 'N', false, c, c, false, gen_random_uuid(), now(), now()
       FROM (SELECT replace($3, '#', lpad(n::text, 5, '0')) AS c FROM generate_series(1, $2::integer) AS n) AS codes`,
      [administrator.institutionId, count, code],
    );

  it('compares an example', async () => {
    expect(await check({ example: 'NH-0042' })).toEqual({ exampleMatches: true });
    expect(await check({ example: 'NH-42' })).toEqual({ exampleMatches: false });
    expect(await check({})).toEqual({});
  });

  it('counts the codes of the institution that do not have it', async () => {
    expect(await check({ withStoredCodes: true })).toEqual({ codes: 0, otherCodes: 0 });
    await addUsers(3, 'A-#');
    await addUsers(1, 'NH-0042');
    expect(await check({ withStoredCodes: true })).toEqual({ codes: 4, otherCodes: 3 });
    expect(await check({ withStoredCodes: true }, service.call(await newAdministrator(service)))).toEqual({
      codes: 0,
      otherCodes: 0,
    });
  });

  it('counts a bounded number of them', async () => {
    await addUsers(MAX_CODES + 1, 'A-#');
    expect(await check({ withStoredCodes: true })).toEqual({ codes: MAX_CODES, otherCodes: MAX_CODES });
  });

  it.each([
    ['NH', 'CODE_FORMAT_NO_DYNAMIC_TOKEN'],
    ['[0][0]', 'CODE_FORMAT_MIN_BLOCKS_NOT_MET'],
    ['', 'REQUEST_INVALID'],
  ])('refuses the format %j', async (format, code) => {
    await expect(check({ format })).rejects.toMatchObject({ code, violations: [{ pointer: '/format' }] });
  });
});

it('integrations and calendar feeds may change and try nothing', async () => {
  const { institutionId } = administrator;
  const callers: TenantActor[] = [
    { kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null },
    { kind: 'feed', institutionId, feedId: NOWHERE, scope: { of: 'room', id: NOWHERE } },
  ];
  const forbidden = { code: 'CALLER_FORBIDDEN' };
  for (const by of callers.map((caller) => service.call(caller))) {
    await expect(by(setInstitutionSettings, { change: {} })).rejects.toMatchObject(forbidden);
    await expect(by(checkUserCodeFormat, { format: FORMAT })).rejects.toMatchObject(forbidden);
  }
});
