import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWNER, roleNames, rolesOf } from '../../../platform/core/roles.ts';
import { isProtected } from './protection.ts';
import { canSignIn, leavesOwner, type Standing } from './who-can-sign-in.ts';

const roles = fc.subarray([...roleNames], { minLength: 1 }).map((names) => rolesOf(names));
const standing: fc.Arbitrary<Standing> = fc.record({
  roles,
  isActive: fc.boolean(),
  passkeys: fc.nat(2),
  hasLink: fc.boolean(),
  hasProvider: fc.boolean(),
});
const owners = (all: readonly Standing[]) => all.filter((each) => each.isActive && each.roles.includes(OWNER));
/** What happens to one administrator. */
const change = fc.constantFrom<(one: Standing) => Standing | null>(
  () => null,
  (one) => ({ ...one, isActive: false }),
  (one) => ({ ...one, roles: rolesOf(['people']) }),
  (one) => ({ ...one, passkeys: 0 }),
  (one) => ({ ...one, hasProvider: false }),
);

describe('a change', () => {
  it('of as many as one likes, if each is allowed, leaves an owner, and one who can sign in if one could', () => {
    fc.assert(
      fc.property(fc.array(standing, { maxLength: 4 }), fc.array(fc.tuple(fc.nat(3), change)), (first, changes) => {
        let all = first;
        for (const [at, act] of changes) {
          const after = all.flatMap((each, index) => (index === at ? (act(each) ?? []) : each));
          if (leavesOwner(all, after)) all = after;
        }
        expect(owners(all).length > 0).toBe(owners(first).length > 0);
        expect(owners(all).some(canSignIn)).toBe(owners(first).some(canSignIn));
      }),
    );
  });

  it('that takes nothing from an owner is allowed', () => {
    fc.assert(
      fc.property(fc.array(standing), standing, (all, { roles: _, ...one }) => {
        const other = { ...one, roles: rolesOf(['people']) };
        expect(leavesOwner([...all, other], all)).toBe(true);
        expect(leavesOwner(all, [...all, other])).toBe(true);
      }),
    );
  });
});

it('an administrator is protected from whoever lacks one of their roles, and nobody from an owner', () => {
  fc.assert(
    fc.property(roles, roles, (own, ofCaller) => {
      const caller = {
        kind: 'administrator',
        institutionId: '',
        userId: '',
        name: '',
        sessionId: '',
        roles: ofCaller,
      } as const;
      const isMore = own.some((role) => !ofCaller.includes(role));
      expect(isProtected({ roles: own }, caller)).toBe(!ofCaller.includes(OWNER) && isMore);
      expect(isProtected({ roles: own }, { kind: 'operator', institutionId: '' })).toBe(false);
    }),
  );
});
