import { describe, expect, it } from 'vitest';
import { faultsAfter, type LooseBundle, readBundle, secondFile, user } from '../testing/bundles.ts';
import { checkBundle } from './check-bundle.ts';

describe('rules', () => {
  it.each<[string, (bundle: LooseBundle) => void, string, RegExp]>([
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
      /already the default/,
    ],
    [
      'two default module versions',
      (b) => Object.assign(b.courseModules[2].versions[1], { isDefault: true }),
      '/courseModules/2/versions/1/isDefault',
      /already the default/,
    ],
    [
      'two default curriculum versions',
      (b) => Object.assign(b.curricula[0].versions[1], { isDefault: true }),
      '/curricula/0/versions/1/isDefault',
      /already the default/,
    ],
    [
      'two default program versions',
      (b) => Object.assign(b.programs[0].versions[1], { isDefault: true }),
      '/programs/0/versions/1/isDefault',
      /already the default/,
    ],
    [
      'a module version that requires itself',
      (b) => Object.assign(b.courseModules[4].versions[0].requires[1], { ref: 'mv5' }),
      '/courseModules/4/versions/0/requires/1/ref',
      /itself/,
    ],
    [
      'a module version that requires another twice',
      (b) => b.courseModules[4].versions[0].requires.push({ ref: 'mv3', studyPeriodId: 'p' }, { ref: 'mv3' }),
      '/courseModules/4/versions/0/requires/3/ref',
      /already/,
    ],
    [
      'a cluster that overflows into itself',
      (b) => Object.assign(b.curricula[0].versions[0].moduleClusters[1], { overflowCluster: 'k-free' }),
      '/curricula/0/versions/0/moduleClusters/1/overflowCluster',
      /itself/,
    ],
  ])('%s', (_, change, pointer, message) => {
    expect(faultsAfter(change)).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  it('without a format, codes that differ only in case and white space are duplicates', () => {
    const bundle = readBundle(secondFile);
    bundle.users[3].code = ' ls 001 ';
    expect(checkBundle(bundle)).toEqual([{ pointer: '/users/3/code', message: 'is also the code of /users/0' }]);
  });

  it('faults of every kind are reported together', () => {
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
