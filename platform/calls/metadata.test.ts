import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_OPERATOR, testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { type Actor, ANONYMOUS, type IntegrationActor } from '../core/actor.ts';
import type { CallContext, ReplyMetadata } from '../core/call-context.ts';
import { accessNames, areaNames, FULL, grantOf } from '../core/grant.ts';
import { readContext, readReplyMetadata, writeContext, writeReplyMetadata } from './metadata.ts';

const own = {
  verifier: testVerifier,
  deadline: 5,
  newRequestId: () => 'new',
  signal: new AbortController().signal,
};
const uuid = fc.uuid();
const actor: fc.Arbitrary<Actor> = fc.oneof(
  fc.record({
    kind: fc.constant('integration' as const),
    institutionId: uuid,
    integrationId: uuid,
    createdBy: fc.option(uuid),
    grant: fc
      .tuple(fc.constantFrom(...accessNames), fc.option(fc.subarray([...areaNames], { minLength: 1 })))
      .map(([access, areas]) => grantOf(access, areas)),
  }),
  fc.record({
    kind: fc.constant('administrator' as const),
    institutionId: uuid,
    userId: uuid,
    name: fc.string({ unit: 'grapheme', maxLength: 100 }),
    sessionId: uuid,
    roles: fc.constant(['owner'] as const),
  }),
  fc.record({
    kind: fc.constant('operator' as const),
    institutionId: fc.option(uuid),
    operator: fc.record({ id: uuid, name: fc.string({ unit: 'grapheme', maxLength: 100 }) }),
  }),
  fc.constant(ANONYMOUS),
);
const idempotency = fc.record({
  key: fc.string({ unit: 'grapheme' }),
  fingerprint: fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
});
const requestId = fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/);

const readerOf = (entries: readonly [string, string][]) => {
  const map = new Map(entries);
  return { get: (name: string) => map.get(name) ?? null };
};
const [institution, another] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'];
const integration: IntegrationActor = {
  kind: 'integration',
  institutionId: institution,
  integrationId: '01990000-0000-7000-8000-000000000003',
  createdBy: null,
  grant: FULL,
};
const operator: Actor = { kind: 'operator', institutionId: null, operator: TEST_OPERATOR };
const ofIntegration: [string, string] = ['lyceum-identity', tokenOf(integration)];
const ofOperator: [string, string] = ['lyceum-identity', tokenOf(operator)];
const UNAUTHENTICATED = expect.objectContaining({ code: 'CALLER_UNAUTHENTICATED' });

describe('a context', () => {
  it('is unchanged after encoding, in ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(actor, requestId, fc.option(idempotency), async (who, id, key) => {
        const token = who.kind === 'anonymous' ? {} : { token: tokenOf(who) };
        const context: CallContext = {
          actor: who,
          ...token,
          requestId: id,
          deadline: 1,
          ...(key ? { idempotency: key } : {}),
        };
        const entries = writeContext(context);
        for (const [name, value] of entries) {
          expect(name).toMatch(/^[a-z-]+$/);
          expect(value).toMatch(/^[\x20-\x7e]*$/);
        }
        expect(await readContext(readerOf(entries), own)).toEqual({ ...context, deadline: 5, signal: own.signal });
      }),
    );
  });

  it('of a dry run has no key, and is refused by a service that does not know dry runs', async () => {
    const context: CallContext = { actor: integration, token: tokenOf(integration), requestId: 'r', deadline: 1 };
    const entries = writeContext({ ...context, isDryRun: true });
    expect(await readContext(readerOf(entries), own)).toMatchObject({ actor: integration, isDryRun: true });
    // Such a service refuses a fingerprint without a key.
    const names = entries.map(([name]) => name);
    expect(names).toContain('lyceum-idempotency-fingerprint');
    expect(names).not.toContain('lyceum-idempotency-key');
  });

  it('without an identity is anonymous, whatever else it contains', async () => {
    const claimed: [string, string][] = [
      ['lyceum-actor', 'operator'],
      ['lyceum-institution-id', institution],
    ];
    for (const entries of [[], claimed]) expect((await readContext(readerOf(entries), own)).actor).toBe(ANONYMOUS);
  });

  it.each<[string, [string, string][]]>([
    ['an integration’s identity for another institution', [ofIntegration, ['lyceum-institution-id', another]]],
    ['an operator’s institution that cannot be', [ofOperator, ['lyceum-institution-id', "x' OR 1=1"]]],
    ['an operator’s empty institution', [ofOperator, ['lyceum-institution-id', '']]],
  ])('with %s is refused', async (_, entries) => {
    await expect((async () => readContext(readerOf(entries), own))()).rejects.toEqual(UNAUTHENTICATED);
  });

  it('of an integration or an operator does not leave the process without its identity', () => {
    for (const who of [integration, operator])
      expect(() => writeContext({ actor: who, requestId: 'r', deadline: 1 })).toThrow(UNAUTHENTICATED);
    expect(writeContext({ actor: ANONYMOUS, requestId: 'r', deadline: 1 })).toEqual([['x-request-id', 'r']]);
  });

  it.each<[string, [string, string][]]>([
    [
      'a key that is no encoding of any',
      [
        ['lyceum-idempotency-key', '%E0%A4%A'],
        ['lyceum-idempotency-fingerprint', 'f'],
      ],
    ],
    ['a key without a fingerprint', [['lyceum-idempotency-key', 'k']]],
    ['a fingerprint without a key', [['lyceum-idempotency-fingerprint', 'f']]],
  ])('with %s is refused: the write must not run as if it had none', async (_, entries) => {
    const read = async () => readContext(readerOf([ofIntegration, ...entries]), own);
    await expect(read()).rejects.toEqual(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });
});

describe('the metadata of a reply', () => {
  it('are unchanged after encoding', () => {
    const metadata: fc.Arbitrary<ReplyMetadata> = fc.record({
      replayed: fc.boolean(),
      requestId,
      timestamp: fc.constant('2026-10-05T08:00:00.000Z'),
    });
    fc.assert(
      fc.property(metadata, (it) => {
        expect(readReplyMetadata(new Headers(writeReplyMetadata({ metadata: it })))).toEqual({ metadata: it });
      }),
    );
  });
});
