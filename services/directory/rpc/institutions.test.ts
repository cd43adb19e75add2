import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { directory } from '../service.ts';

const { importInstitution, listInstitutions, setInstitutionSettings } = InstitutionService.method;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory);
});
afterAll(() => service.stop());

describe('ImportInstitution', () => {
  it('creates the institution, recognises it again, and leaves settings that the bundle does not name', async () => {
    const call = service.call(platform);
    const bundle = { ref: 'nordhafen', name: 'Nordhafen', settings: { timeTrackingTimezone: 'europe/berlin' } };
    const first = await call(importInstitution, bundle);
    expect(first).toMatchObject({
      ...{ created: true, changed: true },
      institution: { name: 'Nordhafen', settings: { timeTrackingTimezone: 'Europe/Berlin', schedulingEnabled: true } },
    });
    const again = { created: false, changed: false, institution: first.institution };
    expect(await call(importInstitution, bundle)).toMatchObject(again);
    expect(await call(importInstitution, { ref: 'nordhafen', name: 'Nordhafen' })).toMatchObject(again);
    const unset = await call(importInstitution, { ...bundle, settings: { unset: ['time_tracking_timezone'] } });
    expect(unset.institution?.settings?.timeTrackingTimezone).toBeUndefined();
  });

  it('creates one institution from a bundle imported many times concurrently', async () => {
    const imports = Array.from({ length: 6 }, () =>
      service.call(platform)(importInstitution, { ref: 'parallel', name: 'Parallel' }),
    );
    const all = await Promise.all(imports);
    expect(new Set(all.map(({ institution }) => institution?.id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
  });

  it.each([
    ['CODE_FORMAT_NO_DYNAMIC_TOKEN', { userCodeFormat: 'NH' }, '/settings/user_code_format'],
    ['CODE_FORMAT_MIN_BLOCKS_NOT_MET', { userCodeFormat: '[0][0][0]' }, '/settings/user_code_format'],
    ['REQUEST_INVALID', { timeTrackingTimezone: '+02:00' }, '/settings/time_tracking_timezone'],
    ['REQUEST_INVALID', { workingTimeRules: WorkingTimeRules.NONE }, '/settings/workingTimeRules'],
    ['REQUEST_INVALID', { defaultLessonUnitMinutes: 0 }, '/settings/defaultLessonUnitMinutes'],
  ])('refuses with %s, and creates nothing', async (code, settings, pointer) => {
    const call = service.call(platform);
    await expect(call(importInstitution, { ref: 'bad', name: 'Bad', settings })).rejects.toMatchObject({
      code,
      violations: [{ pointer }],
    });
    const { institutions } = await call(listInstitutions, {});
    expect(institutions.map(({ ref }) => ref)).not.toContain('bad');
  });
});

describe('settings', () => {
  it('publish changes, and nothing else', async () => {
    const operator = await newInstitution(service);
    const call = service.call(operator);
    await call(setInstitutionSettings, { change: { schedulingEnabled: false } });
    const revision = () => service.sql('SELECT revision FROM institutions WHERE id = $1', [operator.institutionId]);
    const before = await revision();
    await call(setInstitutionSettings, { change: { schedulingEnabled: false } });
    await call(setInstitutionSettings, { change: {} });
    expect(await revision()).toEqual(before);
    await call(setInstitutionSettings, { change: { rejectRoomConflicts: false, schedulingEnabled: false } });
    await call(setInstitutionSettings, { change: { userCodeFormat: 'A-[0][0][0][0]', defaultLessonUnitMinutes: 60 } });
    await call(setInstitutionSettings, { change: { workingTimeRules: WorkingTimeRules.DE_ARBZG } });
    await call(setInstitutionSettings, { change: { workingTimeRules: WorkingTimeRules.DE_ARBZG } });
    await call(setInstitutionSettings, { change: { unset: ['working_time_rules'] } });
    expect(await publishedEvents(service, 'institution_id', operator.institutionId)).toEqual([
      ['InstitutionSettingsChanged', operator.institutionId, ['scheduling_enabled']],
      ['InstitutionSettingsChanged', operator.institutionId, ['user_code_format', 'default_lesson_unit']],
      ['InstitutionSettingsChanged', operator.institutionId, ['working_time_rules']],
      ['InstitutionSettingsChanged', operator.institutionId, ['working_time_rules']],
    ]);
  });
});
