import { describe, expect, it } from 'vitest';
import { faultsOf, faultsWith } from '../../test/support/cli/bundles.ts';

describe('shapes', () => {
  it.each([
    ['no object', [], '', 'must be an object'],
    ['null', null, '', 'must be an object'],
    ['no institution', {}, '/institution', 'is required'],
    ['institution of a wrong type', { institution: 7 }, '/institution', 'must be object'],
    [
      'unknown section',
      { institution: { ref: 'a', name: 'a' }, 'pu/pils': [] },
      '/pu~1pils',
      expect.stringMatching(
        /^is not a section of the format; the sections are institution, users, .*, timestampTemplates, calendarDays$/,
      ),
    ],
    ['section of a wrong type', { institution: { ref: 'a', name: 'a' }, users: {} }, '/users', 'must be array'],
    ['record of a wrong type', { institution: { ref: 'a', name: 'a' }, users: [null] }, '/users/0', 'must be object'],
  ])('%s', (_, bundle, pointer, message) => {
    expect(faultsOf(bundle)).toEqual([{ pointer, message }]);
  });

  it.each<[string, string, unknown, RegExp]>([
    ['unknown property', '/users/3/age', 40, /not a property of the format/],
    ['missing property', '/courses/2/name', undefined, /is required/],
    ['wrong type', '/users/3/email', 7, /must be string/],
    ['null where there must be a value', '/users/3/email', null, /must be string/],
    ['null for a flag', '/users/3/isArchived', null, /must be boolean/],
    ['null for a list of references', '/userGroups/0/members', null, /must be array/],
    ['null for a list of records', '/locations/0/rooms', null, /must be array/],
    ['null for a name', '/users/3/name', null, /must be string/],
    ['a number where there may be null', '/users/3/image', 7, /must be string or null/],
    ['empty name', '/users/3/name', '', /fewer than 1/],
    ['name too long', '/users/3/name', 'x'.repeat(256), /more than 255/],
    ['no email', '/users/3/email', 'nobody', /email address/],
    ['U+0000', '/users/3/lastName', 'a\0', /U\+0000/],
    ['U+0000 in a ref', '/tags/1/ref', 'a\0', /U\+0000/],
    ['lone surrogate', '/locations/0/address', 'a\ud800', /surrogate/],
    ['location name too long', '/locations/0/name', 'é'.repeat(101), /100/],
    ['fraction', '/locations/0/rooms/1/capacity', 1.5, /integer/],
    ['negative', '/locations/0/rooms/1/capacity', -1, />= 0/],
    ['beyond 32 bits', '/locations/0/rooms/1/capacity', 2 ** 31, /<=/],
    ['setup property', '/locations/0/rooms/0/setups/1/beds', 1, /not a property/],
    ['instant without offset', '/organizationTerms/0/termEnd', '2027-03-31T00:00:00', /RFC 3339/],
    ['30 February', '/organizationTerms/0/electionStart', '2027-02-30T00:00:00Z', /RFC 3339/],
    ['zone', '/institution/settings/time_tracking_timezone', 'Mars/Base', /IANA/],
    ['offset as zone', '/institution/settings/time_tracking_timezone', '+02:00', /IANA/],
    ['rules of working time', '/institution/settings/working_time_rules', 'none', /one of de-arbzg, at-azg/],
    ['language of people', '/institution/settings/language', 'fr', /^must be one of de, en/],
    ['rules of a group', '/userGroups/0/workingTimeRules', 'fr-code', /one of none, de-arbzg/],
    ['setting', '/institution/settings/colour', 'red', /not a property/],
    ['lesson unit', '/institution/settings/default_lesson_unit/minutes', 0, /> 0/],
    ['pathway type', '/curricula/0/versions/0/pathways/1/type', 'FREE', /FIXED, SELECTABLE_FOCUS/],
    ['election mode', '/curricula/0/versions/1/electionMode', 'NEVER', /ELECT_WHENEVER/],
    ['time plan', '/courseModules/0/versions/0/timePlan/items/2/units', '9', /number/],
    ['translation', '/courseModules/0/nameTranslations/fr', 1, /string/],
    ['language', '/courseModules/0/nameTranslations/f\0', 'x', /U\+0000/],
    ['pathway position', '/curricula/0/versions/0/pathways/0/position', 1_000_001, /<= 1000000/],
    ['study time', '/programs/0/defaultStudyTime', -1, />= 0/],
    ['empty email', '/users/0/email', '', /an email address/],
    ['unseen email', '/users/0/email', 'a@x.example\u200b', /an email address/],
    ['long email', '/users/0/email', '@'.repeat(321), /320 characters/],
    ['far instant', '/organizationTerms/0/termEnd', '9999-01-01T00:00:00Z', /after the year 9998/],
    ['date', '/organizationTerms/0/termEnd', '2026-10-05', /such as 2026-10-05T08:00:00\+02:00$/],
    ['template position', '/timestampTemplates/0/position', '1', /integer/],
    ['appointment type', '/appointmentTypes/0/name', undefined, /required/],
  ])('%s', (_, pointer, value, message) => {
    expect(faultsWith(pointer, value)).toContainEqual({ pointer, message: expect.stringMatching(message) });
  });

  it.each([
    '/users/3/image',
    '/users/3/code',
    '/institution/settings/user_code_format',
    '/institution/settings/working_time_rules',
    '/institution/settings/language',
    '/userGroups/0/workingTimeRules',
    '/institution/settings/default_lesson_unit',
    '/institution/settings/default_lesson_unit/name',
    '/courseModules/0/versions/0/timePlan',
    '/courseModules/0/nameTranslations',
    '/curricula/0/versions/0/electionMode',
    '/curricula/0/versions/0/moduleClusters/1/overflowCluster',
  ])('null is a value of %s', (pointer) => {
    expect(faultsWith(pointer, null)).toEqual([]);
  });
});
