import { describe, expect, it } from 'vitest';
import { faultsAfter, type LooseBundle, user } from '../testing/bundles.ts';

describe('references', () => {
  it.each<[string, (bundle: LooseBundle) => void, string]>([
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
      (name): [string, (bundle: LooseBundle) => void, string] => [
        `item's ${name}`,
        (b) => Object.assign(b.curricula[0].versions[0].items[6], { [name]: 'ghost' }),
        `/curricula/0/versions/0/items/6/${name}`,
      ],
    ),
    ['responsible user', (b) => b.programs[0].responsibleUsers.push('ghost'), '/programs/0/responsibleUsers/3'],
    ['connected curriculum', (b) => b.programs[0].curricula.push('ghost'), '/programs/0/curricula/1'],
    ...['curriculaVersion', 'originalCurriculaVersion'].map((name): [string, (bundle: LooseBundle) => void, string] => [
      `cohort's ${name}`,
      (b) => Object.assign(b.programs[0].versions[0].cohorts[1], { [name]: 'ghost' }),
      `/programs/0/versions/0/cohorts/1/${name}`,
    ]),
    ...['term', 'organizationTerm'].map((name): [string, (bundle: LooseBundle) => void, string] => [
      `cohort's mapped ${name}`,
      (b) => Object.assign(b.programs[0].versions[0].cohorts[0].terms[0], { [name]: 'ghost' }),
      `/programs/0/versions/0/cohorts/0/terms/0/${name}`,
    ]),
  ])('dangling %s', (_, change, pointer) => {
    const faults = faultsAfter(change);
    expect(faults).toEqual([{ pointer, message: expect.stringMatching(/^"ghost" is not a ref in /) }]);
  });

  it('administrators are users of the bundle who are not archived', () => {
    const faults = faultsAfter((b) => Object.assign(b.institution, { administrators: ['u01', 'c01', 'u05', 'ghost'] }));
    expect(faults).toEqual([
      { pointer: '/institution/administrators/1', message: '"c01" is not a ref in users' },
      { pointer: '/institution/administrators/2', message: '"u05" is archived' },
      { pointer: '/institution/administrators/3', message: '"ghost" is not a ref in users' },
    ]);
  });

  it('a ref of another section is a fault', () => {
    expect(faultsAfter((b) => b.userGroups[0].members.push('c01'))).toEqual([
      { pointer: '/userGroups/0/members/15', message: '"c01" is not a ref in users' },
    ]);
  });

  it('references to and from records with other faults are checked', () => {
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

  it('reports each reference once', () => {
    expect(faultsAfter((b) => b.userGroups[0].members.push('u10')).map(({ pointer }) => pointer)).toEqual([
      '/userGroups/0/members',
    ]);
  });

  it.each<[string, (bundle: LooseBundle) => void, string, string]>([
    ['users', user(4, { ref: 'u01' }), '/users/4/ref', 'the ref "u01" is already used in users, by /users/0'],
    [
      'rooms of two locations',
      (b) => Object.assign(b.locations[1].rooms[0], { ref: 'h101' }),
      '/locations/1/rooms/0/ref',
      'the ref "h101" is already used in rooms, by a record in /locations/0',
    ],
    [
      'setups',
      (b) => Object.assign(b.locations[0].rooms[2].setups[0], { ref: 'h101-rows' }),
      '/locations/0/rooms/2/setups/0/ref',
      'the ref "h101-rows" is already used in setups, by a record in /locations/0',
    ],
    [
      'terms of two versions',
      (b) => Object.assign(b.curricula[1].versions[0].terms[0], { ref: 't6' }),
      '/curricula/1/versions/0/terms/0/ref',
      'the ref "t6" is already used in terms, by a record in /curricula/0',
    ],
  ])('a duplicate ref: %s', (_, change, pointer, message) => {
    expect(faultsAfter(change)).toContainEqual({ pointer, message });
  });

  it('a reference to another version of the curriculum is a fault', () => {
    const faults = faultsAfter((b) => {
      Object.assign(b.curricula[0].versions[0].items[6], { term: 't2-1', moduleVersion: 'mv1' });
      Object.assign(b.curricula[1].versions[0].items[0], { parent: 'i1', pathway: 'p-core', moduleCluster: 'k-el' });
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/curricula/0/versions/0/items/6/moduleVersion',
      '/curricula/0/versions/0/items/6/term',
      '/curricula/1/versions/0/items/0/moduleCluster',
      '/curricula/1/versions/0/items/0/pathway',
      '/curricula/1/versions/0/items/0/parent',
    ]);
  });

  it('an item that is its own ancestor is a fault, its other descendants are not', () => {
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
