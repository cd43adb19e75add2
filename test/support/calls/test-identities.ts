import { sign } from 'node:crypto';
import { claimsOf, type Identified } from '../../../platform/calls/identity/claims.ts';
import {
  type IdentityKey,
  parseIdentityKeys,
  publicKeysOf,
  publicKeysText,
} from '../../../platform/calls/identity/identity-keys.ts';
import { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { type Actor, ANONYMOUS, type Operator } from '../../../platform/core/actor.ts';
import { systemClock } from '../../../platform/core/clock.ts';

/** The key that signs identities in tests, in the format of IDENTITY_KEYS. */
export const TEST_IDENTITY_KEYS = `test:${Buffer.alloc(32, 'a key for tests, and for no more').toString('base64url')}`;

export const testKeys = parseIdentityKeys(TEST_IDENTITY_KEYS);

/** Its public part, in the format of IDENTITY_PUBLIC_KEYS. */
export const TEST_IDENTITY_PUBLIC_KEYS = publicKeysText(testKeys);

/** Trusts that key. */
export const testVerifier = new IdentityVerifier(publicKeysOf(testKeys), systemClock);

/** The default operator of tests. */
export const TEST_OPERATOR: Operator = { id: '01990000-0000-7000-8000-0000000000aa', name: 'tester' };

/** The token of that operator, which every test database of identity has. */
export const TEST_OPERATOR_TOKEN = `lyceum-operator-${'t'.repeat(43)}`;

/** Overrides of a test token, in addition to {@link claimsOf} an actor; undefined leaves a claim out. */
interface Parts {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: IdentityKey;
}

/**
 * A signed identity of an actor, valid at any time of the test's clock; throws for an anonymous actor. Does not use the
 * product's library.
 */
export function tokenOf(actor: Actor, { header, claims, key = testKeys[0] as IdentityKey }: Parts = {}): string {
  const who = identifiedOf(actor);
  const head = { alg: 'EdDSA', typ: 'lyceum-identity+jwt', kid: key.id, ...header };
  const body = { iss: 'lyceum', exp: LATE, ...claimsOf(who), ...claims };
  const signed = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign(null, Buffer.from(signed), key.key).toString('base64url')}`;
}

/** The actor of a context with its signed identity. */
export function identityOf(actor: Actor): { readonly actor: Actor; readonly token?: string } {
  if (actor === ANONYMOUS) return { actor };
  const who = actor.kind === 'operator' ? { operator: TEST_OPERATOR, ...actor } : actor;
  return { actor: who, token: tokenOf(who) };
}

function identifiedOf(actor: Actor): Identified {
  if (actor.kind === 'anonymous') throw new Error('an anonymous actor has no identity');
  return actor.kind === 'operator' ? { kind: 'operator', ...(actor.operator ?? TEST_OPERATOR) } : actor;
}

/** In the year 2200. */
const LATE = 7_258_118_400;
