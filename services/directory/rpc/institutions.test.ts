import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { directory } from '../service.ts';

const { importInstitution, listInstitutions, getInstitution, setInstitutionSettings } = InstitutionService.method;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory);
});
afterAll(() => service.stop());

const defaults = {
  timeTrackingEnabled: true,
  schedulingEnabled: true,
  rejectRoomConflicts: false,
  defaultLessonUnit: { name: 'Unit', minutes: 45 },
};

describe('ImportInstitution', () => {
  it('creates the institution, recognises it again, and follows the bundle', async () => {
    const call = service.call(platform);
    const bundle = { ref: 'nordhafen', name: 'Nordhafen', settings: { timeTrackingTimezone: 'europe/berlin' } };
    const first = await call(importInstitution, bundle);
    expect(first).toMatchObject({ created: true, changed: true });
    expect(first.institution).toMatchObject({
      ref: 'nordhafen',
      name: 'Nordhafen',
      settings: { ...defaults, timeTrackingTimezone: 'Europe/Berlin' },
    });
    const written = 'SELECT revision FROM institutions WHERE id = $1';
    const before = await service.sql(written, [first.institution?.id]);
    const second = await call(importInstitution, bundle);
    expect(await service.sql(written, [first.institution?.id])).toEqual(before);
    expect(second).toMatchObject({ created: false, changed: false, institution: first.institution });

    const third = await call(importInstitution, { ...bundle, settings: { schedulingEnabled: false } });
    expect(third).toMatchObject({ created: false, changed: true });
    expect(third.institution).toMatchObject({ id: first.institution?.id, settings: { schedulingEnabled: false } });
    expect(third.institution?.settings?.timeTrackingTimezone).toBe('Europe/Berlin');
    const without = await call(importInstitution, { ref: 'nordhafen', name: 'Nordhafen' });
    expect(without).toMatchObject({ changed: false, institution: third.institution });
    const unset = await call(importInstitution, { ...bundle, settings: { unset: ['time_tracking_timezone'] } });
    expect(unset.institution?.settings?.timeTrackingTimezone).toBeUndefined();
    expect(unset.institution?.settings?.schedulingEnabled).toBe(false);
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
  it('change together or not at all', async () => {
    const call = service.call(await newInstitution(service));
    expect((await call(getInstitution, {})).institution?.settings).toMatchObject(defaults);
    const change = { rejectRoomConflicts: true, defaultLessonUnitName: 'Lesson', userCodeFormat: 'A[0][0][0][0]' };
    const { settings } = await call(setInstitutionSettings, { change });
    const expected = { ...defaults, rejectRoomConflicts: true, userCodeFormat: 'A[0][0][0][0]' };
    expect(settings).toMatchObject({ ...expected, defaultLessonUnit: { name: 'Lesson', minutes: 45 } });

    const bad = { schedulingEnabled: false, userCodeFormat: 'A[0]' };
    await expect(call(setInstitutionSettings, { change: bad })).rejects.toMatchObject({
      code: 'CODE_FORMAT_MIN_BLOCKS_NOT_MET',
    });
    expect((await call(getInstitution, {})).institution?.settings).toEqual(settings);

    const unset = { unset: ['default_lesson_unit_name', 'user_code_format'] };
    expect((await call(setInstitutionSettings, { change: unset })).settings).toMatchObject({
      ...defaults,
      rejectRoomConflicts: true,
    });
  });

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
    expect(await publishedEvents(service, 'institution_id', operator.institutionId)).toEqual([
      ['InstitutionSettingsChanged', operator.institutionId, ['scheduling_enabled']],
      ['InstitutionSettingsChanged', operator.institutionId, ['user_code_format', 'default_lesson_unit']],
    ]);
  });

  it('must belong to an existing institution', async () => {
    const nowhere = service.call({ kind: 'operator', institutionId: NOWHERE });
    await expect(nowhere(getInstitution, {})).rejects.toMatchObject({ code: 'INSTITUTION_NOT_FOUND' });
    await expect(nowhere(setInstitutionSettings, { change: {} })).rejects.toMatchObject({
      code: 'INSTITUTION_NOT_FOUND',
    });
  });

  it('can be read by integrations, but only changed by operators', async () => {
    const { institutionId } = await newInstitution(service);
    const call = service.call({ kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null });
    expect((await call(getInstitution, {})).institution?.settings).toMatchObject(defaults);
    await expect(call(setInstitutionSettings, { change: {} })).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
    await expect(call(listInstitutions, {})).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});

it('ListInstitutions is sorted by name', async () => {
  for (const name of ['b', 'a', 'B']) await service.call(platform)(importInstitution, { ref: `by-name-${name}`, name });
  const { institutions } = await service.call(platform)(listInstitutions, {});
  const names = institutions.filter(({ ref }) => ref.startsWith('by-name-')).map(({ name }) => name);
  expect(names).toEqual(['B', 'a', 'b']);
  expect(institutions.find(({ ref }) => ref === 'by-name-a')?.settings).toMatchObject(defaults);
});
