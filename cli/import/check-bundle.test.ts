import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  demoBundle,
  demoFile,
  faultsOf,
  type LooseBundle,
  readBundle,
  secondFile,
} from '../../test/support/cli/bundles.ts';

const files = [demoFile, secondFile];

describe('bundles without faults', () => {
  it.each(files)('%s has none', (file) => {
    expect(faultsOf(readBundle(file))).toEqual([]);
  });

  it('an institution alone is a valid bundle', () => {
    expect(faultsOf({ institution: { ref: 'small', name: 'Small' } })).toEqual([]);
  });

  it('refs can be any text, including names of object properties', () => {
    const bundle = {
      institution: { ref: '__proto__', name: 'x' },
      users: [{ ref: '__proto__', email: 'a@b', name: 'A' }],
      userGroups: [{ ref: 'constructor', name: 'G', members: ['__proto__'] }],
    };
    expect(faultsOf(bundle)).toEqual([]);
    expect(faultsOf({ ...bundle, users: [] })).toEqual([
      { pointer: '/userGroups/0/members/0', message: '"__proto__" is not a ref in users' },
    ]);
  });

  it('codes are free in an institution without a format', () => {
    const bundle = demoBundle();
    delete bundle.institution.settings.user_code_format;
    bundle.users[0].code = 'anything';
    expect(faultsOf(bundle)).toEqual([]);
  });
});

describe('broken bundles', () => {
  /** The properties of a document: every container with every name in it. */
  function members(value: LooseBundle, found: [container: LooseBundle, name: string][] = []): [LooseBundle, string][] {
    if (typeof value !== 'object' || value === null) return found;
    for (const name of Object.keys(value)) {
      found.push([value, name]);
      members(value[name], found);
    }
    return found;
  }

  const anything = fc.oneof(fc.jsonValue(), fc.constantFrom('u01', 'mv1', 'i1', '__proto__', '\ud800', -0, 1e300));

  it('yield faults with valid pointers, whatever value is anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.record({ at: fc.nat(), value: anything, remove: fc.boolean() }), { minLength: 1, maxLength: 4 }),
        (file, changes) => {
          const bundle = readBundle(file);
          for (const { at, value, remove } of changes) {
            const all = members(bundle);
            const [container, name] = all[at % all.length] ?? [bundle, 'users'];
            if (remove && Array.isArray(container)) container.splice(Number(name), 1);
            else if (remove) delete container[name];
            else container[name] = structuredClone(value);
          }
          for (const { pointer, message } of faultsOf(bundle)) {
            expect(pointer).toMatch(/^(\/([^~/]|~[01])*)*$/u);
            expect(message).not.toBe('');
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('yield faults, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(faultsOf(value).length).toBeGreaterThan(0);
      }),
    );
  });
});
