import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBundle } from './check-bundle.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests break bundles in every way.
type Loose = any;

const files = ['system/demo/demo-institution.json', 'test/fixtures/second-institution.json'];

function read(file: string): Loose {
  return JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
}

function demo(): Loose {
  return read('system/demo/demo-institution.json');
}

/** The faults of the demo bundle after a change. */
function faultsAfter(change: (bundle: Loose) => void): { pointer: string; message: string }[] {
  const bundle = demo();
  change(bundle);
  return [...checkBundle(bundle)];
}

function user(index: number, change: object): (bundle: Loose) => void {
  return (bundle) => Object.assign(bundle.users[index], change);
}

describe('bundles without faults', () => {
  it.each(files)('%s has none', (file) => {
    expect(checkBundle(read(file))).toEqual([]);
  });

  it('an institution alone is a bundle', () => {
    expect(checkBundle({ institution: { ref: 'small', name: 'Small' } })).toEqual([]);
  });

  it('refs may be any text, also that of properties every object has', () => {
    const bundle = {
      institution: { ref: '__proto__', name: 'x' },
      users: [{ ref: '__proto__', email: 'a@b', name: 'A' }],
      userGroups: [{ ref: 'constructor', name: 'G', members: ['__proto__'] }],
    };
    expect(checkBundle(bundle)).toEqual([]);
    expect(checkBundle({ ...bundle, users: [] })).toEqual([
      { pointer: '/userGroups/0/members/0', message: '"__proto__" is no ref in users' },
    ]);
  });

  it('the codes of an institution without a format are free', () => {
    const bundle = demo();
    delete bundle.institution.settings.user_code_format;
    bundle.users[0].code = 'anything';
    expect(checkBundle(bundle)).toEqual([]);
  });
});

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
      'is no section of the format',
    ],
    ['section of a wrong type', { institution: { ref: 'a', name: 'a' }, users: {} }, '/users', 'must be array'],
    ['record of a wrong type', { institution: { ref: 'a', name: 'a' }, users: [null] }, '/users/0', 'must be object'],
  ])('%s', (_, bundle, pointer, message) => {
    expect(checkBundle(bundle)).toEqual([{ pointer, message }]);
  });

  it.each<[string, (bundle: Loose) => void, string, RegExp]>([
    ['unknown property', user(3, { age: 40 }), '/users/3/age', /no property of the format/],
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
      /no property/,
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
      /no property/,
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

describe('references', () => {
  it.each<[string, (bundle: Loose) => void, string]>([
    ['group member', (b) => b.userGroups[0].members.push('ghost'), '/userGroups/0/members/15'],
    ['module tag', (b) => b.courseModules[0].tags.push('ghost'), '/courseModules/0/tags/2'],
    [
      'required module version',
      (b) => Object.assign(b.courseModules[4].versions[0].requires[1], { ref: 'ghost' }),
      '/courseModules/4/versions/0/requires/1/ref',
    ],
    [
      'source cohort',
      (b) => Object.assign(b.curricula[0].versions[2], { sourceCohort: 'ghost' }),
      '/curricula/0/versions/2/sourceCohort',
    ],
    [
      'overflow cluster',
      (b) => Object.assign(b.curricula[0].versions[0].moduleClusters[0], { overflowCluster: 'ghost' }),
      '/curricula/0/versions/0/moduleClusters/0/overflowCluster',
    ],
    ...['courseModule', 'moduleVersion', 'term', 'moduleCluster', 'pathway', 'parent', 'moduleGroup'].map(
      (name): [string, (bundle: Loose) => void, string] => [
        `item's ${name}`,
        (b) => Object.assign(b.curricula[0].versions[0].items[6], { [name]: 'ghost' }),
        `/curricula/0/versions/0/items/6/${name}`,
      ],
    ),
    ['responsible user', (b) => b.programs[0].responsibleUsers.push('ghost'), '/programs/0/responsibleUsers/3'],
    ['connected curriculum', (b) => b.programs[0].curricula.push('ghost'), '/programs/0/curricula/1'],
    ...['curriculaVersion', 'originalCurriculaVersion'].map((name): [string, (bundle: Loose) => void, string] => [
      `cohort's ${name}`,
      (b) => Object.assign(b.programs[0].versions[0].cohorts[1], { [name]: 'ghost' }),
      `/programs/0/versions/0/cohorts/1/${name}`,
    ]),
    ...['term', 'organizationTerm'].map((name): [string, (bundle: Loose) => void, string] => [
      `cohort's mapped ${name}`,
      (b) => Object.assign(b.programs[0].versions[0].cohorts[0].terms[0], { [name]: 'ghost' }),
      `/programs/0/versions/0/cohorts/0/terms/0/${name}`,
    ]),
  ])('dangling %s', (_, change, pointer) => {
    const faults = faultsAfter(change);
    expect(faults).toEqual([{ pointer, message: expect.stringMatching(/^"ghost" is no ref in /) }]);
  });

  it('a ref of another section does not do', () => {
    expect(faultsAfter((b) => b.userGroups[0].members.push('c01'))).toEqual([
      { pointer: '/userGroups/0/members/15', message: '"c01" is no ref in users' },
    ]);
  });

  it('references are also checked in a record that has other faults, and found in one', () => {
    const faults = faultsAfter((b) => {
      Object.assign(b.users[9], { unknown: 1 });
      delete b.userGroups[0].name;
      b.userGroups[0].members.push('ghost');
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/users/9/unknown',
      '/userGroups/0/name',
      '/userGroups/0/members/15',
    ]);
  });

  it('names each reference once', () => {
    expect(faultsAfter((b) => b.userGroups[0].members.push('u10')).map(({ pointer }) => pointer)).toEqual([
      '/userGroups/0/members',
    ]);
  });

  it.each<[string, (bundle: Loose) => void, string, string]>([
    ['users', user(4, { ref: 'u01' }), '/users/4/ref', 'the ref "u01" is taken in users, by /users/0'],
    [
      'rooms of two locations',
      (b) => Object.assign(b.locations[1].rooms[0], { ref: 'h101' }),
      '/locations/1/rooms/0/ref',
      'the ref "h101" is taken in rooms, by a record in /locations/0',
    ],
    [
      'setups',
      (b) => Object.assign(b.locations[0].rooms[2].setups[0], { ref: 'h101-rows' }),
      '/locations/0/rooms/2/setups/0/ref',
      'the ref "h101-rows" is taken in setups, by a record in /locations/0',
    ],
    [
      'terms of two versions',
      (b) => Object.assign(b.curricula[1].versions[0].terms[0], { ref: 't6' }),
      '/curricula/1/versions/0/terms/0/ref',
      'the ref "t6" is taken in terms, by a record in /curricula/0',
    ],
  ])('a ref taken twice: %s', (_, change, pointer, message) => {
    expect(faultsAfter(change)).toContainEqual({ pointer, message });
  });

  it('what belongs to another version of the curriculum is refused', () => {
    const faults = faultsAfter((b) => {
      Object.assign(b.curricula[0].versions[0].items[6], { term: 't2-1', moduleVersion: 'mv1' });
      Object.assign(b.curricula[1].versions[0].items[0], { parent: 'i1', pathway: 'p-core', moduleCluster: 'k-el' });
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/curricula/0/versions/0/items/6/term',
      '/curricula/0/versions/0/items/6/moduleVersion',
      '/curricula/1/versions/0/items/0/pathway',
      '/curricula/1/versions/0/items/0/moduleCluster',
      '/curricula/1/versions/0/items/0/parent',
    ]);
  });

  it('an item above itself is refused, one below such an item is not', () => {
    const faults = faultsAfter((b) => {
      const { items } = b.curricula[0].versions[0];
      items[0].parent = 'i2';
      items[1].parent = 'i3';
      items[2].parent = 'i2';
      items[9].parent = 'i10';
    });
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual([
      '/curricula/0/versions/0/items/1/parent',
      '/curricula/0/versions/0/items/2/parent',
      '/curricula/0/versions/0/items/9/parent',
    ]);
  });
});

describe('rules', () => {
  it.each<[string, (bundle: Loose) => void, string, RegExp]>([
    [
      'no token',
      (b) => Object.assign(b.institution.settings, { user_code_format: 'NH' }),
      '/institution/settings/user_code_format',
      /^NO_DYNAMIC_TOKEN/,
    ],
    [
      'three tokens',
      (b) => Object.assign(b.institution.settings, { user_code_format: 'NH[0][0][0]' }),
      '/institution/settings/user_code_format',
      /^MIN_BLOCKS_NOT_MET/,
    ],
    ['code without the format', user(7, { code: 'NH-12' }), '/users/7/code', /format/],
    ['code in another case', user(7, { code: 'nh-0008' }), '/users/7/code', /format/],
    ['blank code', user(7, { code: '  ' }), '/users/7/code', /blank/],
    [
      'email of another user in another case',
      user(7, { email: 'USER01@Nordhafen.example' }),
      '/users/7/email',
      /the email of \/users\/0/,
    ],
    ['code of another user', user(7, { code: 'NH-0001' }), '/users/7/code', /the code of \/users\/0/],
    ['no name', (b) => b.users.push({ ref: 'nameless', email: 'n@x' }), '/users/60', /firstName or lastName/],
    [
      'two default setups',
      (b) => Object.assign(b.locations[0].rooms[0].setups[1], { isDefault: true }),
      '/locations/0/rooms/0/setups/1/isDefault',
      /default already/,
    ],
    [
      'two default module versions',
      (b) => Object.assign(b.courseModules[2].versions[1], { isDefault: true }),
      '/courseModules/2/versions/1/isDefault',
      /default already/,
    ],
    [
      'two default curriculum versions',
      (b) => Object.assign(b.curricula[0].versions[1], { isDefault: true }),
      '/curricula/0/versions/1/isDefault',
      /default already/,
    ],
    [
      'two default program versions',
      (b) => Object.assign(b.programs[0].versions[1], { isDefault: true }),
      '/programs/0/versions/1/isDefault',
      /default already/,
    ],
    [
      'a module version that requires itself',
      (b) => Object.assign(b.courseModules[4].versions[0].requires[1], { ref: 'mv5' }),
      '/courseModules/4/versions/0/requires/1/ref',
      /itself/,
    ],
  ])('%s', (_, change, pointer, message) => {
    expect(faultsAfter(change)).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  it('codes that differ in case and white space alone are one code, where there is no format', () => {
    const bundle = read('test/fixtures/second-institution.json');
    bundle.users[3].code = ' ls 001 ';
    expect(checkBundle(bundle)).toEqual([{ pointer: '/users/3/code', message: 'is the code of /users/0 too' }]);
  });

  it('faults of every kind are told together', () => {
    const faults = faultsAfter((b) => {
      b.extra = [];
      Object.assign(b.institution.settings, { reject_room_conflicts: 'no' });
      Object.assign(b.users[1], { nick: 'B', code: 'x' });
      b.programs[0].responsibleUsers.push('ghost');
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/extra',
      '/institution/settings/reject_room_conflicts',
      '/users/1/nick',
      '/programs/0/responsibleUsers/3',
      '/users/1/code',
    ]);
  });
});

describe('broken bundles', () => {
  /** The places of a document: every container with every name in it. */
  function places(value: Loose, found: [container: Loose, name: string][] = []): [Loose, string][] {
    if (typeof value !== 'object' || value === null) return found;
    for (const name of Object.keys(value)) {
      found.push([value, name]);
      places(value[name], found);
    }
    return found;
  }

  const anything = fc.oneof(fc.jsonValue(), fc.constantFrom('u01', 'mv1', 'i1', '__proto__', '\ud800', -0, 1e300));

  it('answer with faults whose pointers are pointers, whatever stands anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.record({ at: fc.nat(), value: anything, remove: fc.boolean() }), { minLength: 1, maxLength: 4 }),
        (file, changes) => {
          const bundle = read(file);
          for (const { at, value, remove } of changes) {
            const all = places(bundle);
            const [container, name] = all[at % all.length] ?? [bundle, 'users'];
            if (remove && Array.isArray(container)) container.splice(Number(name), 1);
            else if (remove) delete container[name];
            else container[name] = structuredClone(value);
          }
          for (const { pointer, message } of checkBundle(bundle)) {
            expect(pointer).toMatch(/^(\/([^~/]|~[01])*)*$/u);
            expect(message).not.toBe('');
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('answer whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(checkBundle(value).length).toBeGreaterThan(0);
      }),
    );
  });
});
