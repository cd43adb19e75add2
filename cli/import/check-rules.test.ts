import { describe, expect, it } from 'vitest';
import { faultsOf, faultsWith, readBundle, secondFile } from '../../test/support/cli/bundles.ts';

describe('rules', () => {
  it.each<[string, string, unknown, RegExp]>([
    ['no token', '/institution/settings/user_code_format', 'NH', /^NO_DYNAMIC_TOKEN/],
    ['three tokens', '/institution/settings/user_code_format', 'NH[0][0][0]', /^MIN_BLOCKS_NOT_MET/],
    ['code without the format', '/users/7/code', 'NH-12', /format/],
    ['code in another case', '/users/7/code', 'nh-0008', /format/],
    ['blank code', '/users/7/code', '  ', /must not be blank/],
    ['email of another user in another case', '/users/7/email', 'USER01@Nordhafen.example', /the email of \/users\/0/],
    ['code of another user', '/users/7/code', 'NH-0001', /the code of \/users\/0/],
    ['no name', '/users/60', { ref: 'nameless', email: 'n@x' }, /firstName or lastName/],
    ['a new program without versions', '/programs/1', { ref: 'versionless', name: 'New', versions: [] }, /is required/],
    ['two default setups', '/locations/0/rooms/0/setups/1/isDefault', true, /already the default/],
    ['two default module versions', '/courseModules/2/versions/1/isDefault', true, /already the default/],
    ['two default curriculum versions', '/curricula/0/versions/1/isDefault', true, /already the default/],
    ['two default program versions', '/programs/0/versions/1/isDefault', true, /already the default/],
    ['a module version that requires itself', '/courseModules/4/versions/0/requires/1/ref', 'mv5', /itself/],
    [
      'a module version that requires another twice',
      '/courseModules/4/versions/0/requires/2',
      { ref: 'mv3' },
      /already/,
    ],
    [
      'a cluster that overflows into itself',
      '/curricula/0/versions/0/moduleClusters/1/overflowCluster',
      'k-free',
      /itself/,
    ],
  ])('%s', (_, at, value, message) => {
    const [fault, ...others] = faultsWith(at, value);
    expect([fault, others]).toEqual([
      { pointer: expect.stringContaining(at), message: expect.stringMatching(message) },
      [],
    ]);
  });

  it('without a format, codes that differ only in case and white space are duplicates', () => {
    const bundle = readBundle(secondFile);
    bundle.users[3].code = ' ls 001 ';
    expect(faultsOf(bundle)).toEqual([{ pointer: '/users/3/code', message: 'is also the code of /users/0' }]);
  });
});
