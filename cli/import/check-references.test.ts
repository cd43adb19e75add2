import { describe, expect, it } from 'vitest';
import { demoBundle, faultsAfter, faultsWith, type LooseBundle } from '../../test/support/cli/bundles.ts';

describe('references', () => {
  const item = '/curricula/0/versions/0/items/6';
  const cohorts = '/programs/0/versions/0/cohorts';

  it.each([
    '/userGroups/0/members/15',
    '/courseModules/0/tags/2',
    '/courseModules/4/versions/0/requires/1/ref',
    '/curricula/0/versions/2/sourceCohort',
    '/curricula/0/versions/0/moduleClusters/0/overflowCluster',
    ...['courseModule', 'moduleVersion', 'term', 'moduleCluster', 'pathway', 'parent', 'moduleGroup'].map(
      (name) => `${item}/${name}`,
    ),
    '/programs/0/responsibleUsers/3',
    '/programs/0/curricula/1',
    ...['curriculaVersion', 'originalCurriculaVersion'].map((name) => `${cohorts}/1/${name}`),
    ...['term', 'organizationTerm'].map((name) => `${cohorts}/0/terms/0/${name}`),
  ])('to an unknown record are faults: %s', (pointer) => {
    const message = expect.stringMatching(/^"ghost" is not a ref in /);
    expect(faultsWith(pointer, 'ghost')).toEqual([{ pointer, message }]);
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
    const pointer = '/userGroups/0/members/15';
    expect(faultsWith(pointer, 'c01')).toEqual([{ pointer, message: '"c01" is not a ref in users' }]);
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
    const faults = faultsWith('/userGroups/0/members/15', 'u10');
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/userGroups/0/members']);
  });

  it.each([
    ['u01', 'users', '/users/4/ref', '/users/0'],
    ['h101', 'rooms', '/locations/1/rooms/0/ref', 'a record in /locations/0'],
    ['h101-rows', 'setups', '/locations/0/rooms/2/setups/0/ref', 'a record in /locations/0'],
    ['t6', 'terms', '/curricula/1/versions/0/terms/0/ref', 'a record in /curricula/0'],
  ])('the ref %s may be used once in %s', (ref, section, pointer, by) => {
    const message = `the ref "${ref}" is already used in ${section}, by ${by}`;
    expect(faultsWith(pointer, ref)).toContainEqual({ pointer, message });
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

  it('requirements and overflows that lead back over several records are faults', () => {
    const faults = faultsAfter((b) => {
      const versions = b.courseModules.map(({ versions: [version] }: LooseBundle) => version);
      for (const [n, next] of [1, 2, 0].entries()) versions[n].requires = [{ ref: versions[next].ref }];
      versions[3].requires = [{ ref: versions[0].ref }];
      const clusters = b.curricula[0].versions[0].moduleClusters;
      for (const [n, cluster] of clusters.entries()) cluster.overflowCluster = clusters[(n + 1) % clusters.length].ref;
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      ...[0, 1, 2].map((n) => `/courseModules/${n}/versions/0/requires/0/ref`),
      ...demoBundle().curricula[0].versions[0].moduleClusters.map(
        (_: unknown, n: number) => `/curricula/0/versions/0/moduleClusters/${n}/overflowCluster`,
      ),
    ]);
  });
});
