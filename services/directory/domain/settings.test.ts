import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { SettingsChangeSchema } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { areSameSettings, changeSettings, defaultSettings, settingsInEffect } from './settings.ts';

const change = (init: Parameters<typeof create<typeof SettingsChangeSchema>>[1]) => create(SettingsChangeSchema, init);

describe('a change of settings', () => {
  it('keeps settings that it does not name', () => {
    const stored = changeSettings(
      defaultSettings,
      change({ schedulingEnabled: false, userCodeFormat: 'A[0][0][0][0]' }),
      '',
    );
    const next = changeSettings(stored, change({ rejectRoomConflicts: true }), '');
    expect(next).toEqual({ ...stored, rejectRoomConflicts: true });
  });

  it('unsets by name, even a setting that it also sets', () => {
    const stored = changeSettings(defaultSettings, change({ timeTrackingTimezone: 'europe/berlin' }), '');
    expect(stored.timeTrackingTimezone).toBe('Europe/Berlin');
    const unset = change({ timeTrackingTimezone: 'Europe/Paris', unset: ['time_tracking_timezone'] });
    expect(changeSettings(stored, unset, '')).toEqual(defaultSettings);
  });

  it('refuses an invalid zone, and points to it', () => {
    expect(() => changeSettings(defaultSettings, change({ timeTrackingTimezone: '+02:00' }), '/change')).toThrow(
      expect.objectContaining({
        code: 'REQUEST_INVALID',
        violations: [expect.objectContaining({ pointer: '/change/time_tracking_timezone' })],
      }),
    );
  });

  it('refuses an invalid format', () => {
    expect(() => changeSettings(defaultSettings, change({ userCodeFormat: '[0][0][0]' }), '/change')).toThrow(
      expect.objectContaining({ code: 'CODE_FORMAT_MIN_BLOCKS_NOT_MET' }),
    );
  });

  it('may be empty', () => {
    expect(areSameSettings(changeSettings(defaultSettings, change({}), ''), defaultSettings)).toBe(true);
    expect(changeSettings(defaultSettings, undefined, '')).toBe(defaultSettings);
  });
});

it('settings in effect include defaults', () => {
  expect(settingsInEffect(defaultSettings)).toMatchObject({
    timeTrackingTimezone: undefined,
    timeTrackingEnabled: true,
    schedulingEnabled: true,
    rejectRoomConflicts: false,
    userCodeFormat: undefined,
    defaultLessonUnit: { name: 'Unit', minutes: 45 },
  });
});
