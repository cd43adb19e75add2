import { describe, expect, it } from 'vitest';
import { faultsAfter, type LooseBundle, user } from '../testing/bundles.ts';
import { checkBundle } from './check-bundle.ts';

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
        /^is not a section of the format; the sections are institution, users, .*, timestampTemplates$/,
      ),
    ],
    ['section of a wrong type', { institution: { ref: 'a', name: 'a' }, users: {} }, '/users', 'must be array'],
    ['record of a wrong type', { institution: { ref: 'a', name: 'a' }, users: [null] }, '/users/0', 'must be object'],
  ])('%s', (_, bundle, pointer, message) => {
    expect(checkBundle(bundle)).toEqual([{ pointer, message }]);
  });

  it.each<[string, (bundle: LooseBundle) => void, string, RegExp]>([
    ['unknown property', user(3, { age: 40 }), '/users/3/age', /not a property of the format/],
    ['missing property', (b) => delete b.courses[2].name, '/courses/2/name', /is required/],
    ['wrong type', user(3, { email: 7 }), '/users/3/email', /must be string/],
    ['null', user(3, { image: null }), '/users/3/image', /must be string/],
    ['empty name', user(3, { name: '' }), '/users/3/name', /fewer than 1/],
    ['name too long', user(3, { name: 'x'.repeat(256) }), '/users/3/name', /more than 255/],
    ['no email', user(3, { email: 'nobody' }), '/users/3/email', /email address/],
    ['U+0000', user(3, { lastName: 'a\0' }), '/users/3/lastName', /U\+0000/],
    ['U+0000 in a ref', (b) => Object.assign(b.tags[1], { ref: 'a\0' }), '/tags/1/ref', /U\+0000/],
    [
      'lone surrogate',
      (b) => Object.assign(b.locations[0], { address: 'a\ud800' }),
      '/locations/0/address',
      /surrogate/,
    ],
    [
      'location name too long',
      (b) => Object.assign(b.locations[0], { name: 'é'.repeat(101) }),
      '/locations/0/name',
      /100/,
    ],
    [
      'fraction',
      (b) => Object.assign(b.locations[0].rooms[1], { capacity: 1.5 }),
      '/locations/0/rooms/1/capacity',
      /integer/,
    ],
    [
      'negative',
      (b) => Object.assign(b.locations[0].rooms[1], { capacity: -1 }),
      '/locations/0/rooms/1/capacity',
      />= 0/,
    ],
    [
      'beyond 32 bits',
      (b) => Object.assign(b.locations[0].rooms[1], { capacity: 2 ** 31 }),
      '/locations/0/rooms/1/capacity',
      /<=/,
    ],
    [
      'setup property',
      (b) => Object.assign(b.locations[0].rooms[0].setups[1], { beds: 1 }),
      '/locations/0/rooms/0/setups/1/beds',
      /not a property/,
    ],
    [
      'instant without offset',
      (b) => Object.assign(b.organizationTerms[0], { termEnd: '2027-03-31T00:00:00' }),
      '/organizationTerms/0/termEnd',
      /RFC 3339/,
    ],
    [
      '30 February',
      (b) => Object.assign(b.organizationTerms[0], { electionStart: '2027-02-30T00:00:00Z' }),
      '/organizationTerms/0/electionStart',
      /RFC 3339/,
    ],
    [
      'zone',
      (b) => Object.assign(b.institution.settings, { time_tracking_timezone: 'Mars/Base' }),
      '/institution/settings/time_tracking_timezone',
      /IANA/,
    ],
    [
      'offset as zone',
      (b) => Object.assign(b.institution.settings, { time_tracking_timezone: '+02:00' }),
      '/institution/settings/time_tracking_timezone',
      /IANA/,
    ],
    [
      'setting',
      (b) => Object.assign(b.institution.settings, { colour: 'red' }),
      '/institution/settings/colour',
      /not a property/,
    ],
    [
      'lesson unit',
      (b) => Object.assign(b.institution.settings.default_lesson_unit, { minutes: 0 }),
      '/institution/settings/default_lesson_unit/minutes',
      /> 0/,
    ],
    [
      'pathway type',
      (b) => Object.assign(b.curricula[0].versions[0].pathways[1], { type: 'FREE' }),
      '/curricula/0/versions/0/pathways/1/type',
      /FIXED, SELECTABLE_FOCUS/,
    ],
    [
      'election mode',
      (b) => Object.assign(b.curricula[0].versions[1], { electionMode: 'NEVER' }),
      '/curricula/0/versions/1/electionMode',
      /ELECT_WHENEVER/,
    ],
    [
      'time plan',
      (b) => Object.assign(b.courseModules[0].versions[0].timePlan.items[2], { units: '9' }),
      '/courseModules/0/versions/0/timePlan/items/2/units',
      /number/,
    ],
    [
      'translation',
      (b) => Object.assign(b.courseModules[0].nameTranslations, { fr: 1 }),
      '/courseModules/0/nameTranslations/fr',
      /string/,
    ],
    [
      'language',
      (b) => Object.assign(b.courseModules[0].nameTranslations, { 'f\0': 'x' }),
      '/courseModules/0/nameTranslations/f\0',
      /U\+0000/,
    ],
    [
      'pathway position',
      (b) => Object.assign(b.curricula[0].versions[0].pathways[0], { position: 1_000_001 }),
      '/curricula/0/versions/0/pathways/0/position',
      /<= 1000000/,
    ],
    [
      'study time',
      (b) => Object.assign(b.programs[0], { defaultStudyTime: -1 }),
      '/programs/0/defaultStudyTime',
      />= 0/,
    ],
    ['empty email', (b) => Object.assign(b.users[0], { email: '' }), '/users/0/email', /an email address/],
    [
      'unseen email',
      (b) => Object.assign(b.users[0], { email: 'a@x.example\u200b' }),
      '/users/0/email',
      /an email address/,
    ],
    ['long email', (b) => Object.assign(b.users[0], { email: '@'.repeat(321) }), '/users/0/email', /320 characters/],
    [
      'far instant',
      (b) => Object.assign(b.organizationTerms[0], { termEnd: '9999-01-01T00:00:00Z' }),
      '/organizationTerms/0/termEnd',
      /1970 to 9998/,
    ],
    [
      'template position',
      (b) => Object.assign(b.timestampTemplates[0], { position: '1' }),
      '/timestampTemplates/0/position',
      /integer/,
    ],
    ['appointment type', (b) => delete b.appointmentTypes[0].name, '/appointmentTypes/0/name', /required/],
  ])('%s', (_, change, pointer, message) => {
    const faults = faultsAfter(change);
    expect(faults.map((fault) => fault.pointer)).toContain(pointer);
    expect(faults.find((fault) => fault.pointer === pointer)?.message).toMatch(message);
  });
});
