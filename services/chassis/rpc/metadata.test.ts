import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../actor.ts';
import type { CallContext, ReplyFacts } from '../call-context.ts';
import { readBytesWritten, readContext, readReplyFacts, writeContext, writeReplyMetadata } from './metadata.ts';

const own = { deadline: 5, newRequestId: () => 'new', signal: new AbortController().signal };
const uuid = fc.uuid();
const actor: fc.Arbitrary<Actor> = fc.oneof(
  fc.record({
    kind: fc.constant('integration' as const),
    institutionId: uuid,
    integrationId: uuid,
    createdBy: fc.option(uuid),
  }),
  fc.record({ kind: fc.constant('operator' as const), institutionId: fc.option(uuid) }),
  fc.constant({ kind: 'gateway' as const, institutionId: null }),
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
const [institution, integration] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'];
const integrationEntries: [string, string][] = [
  ['lyceum-actor', 'integration'],
  ['lyceum-institution-id', institution],
  ['lyceum-integration-id', integration],
];

describe('a context', () => {
  it('comes back as it was, in ASCII', () => {
    fc.assert(
      fc.property(actor, requestId, fc.option(idempotency), (who, id, key) => {
        const context: CallContext = { actor: who, requestId: id, deadline: 1, ...(key ? { idempotency: key } : {}) };
        const entries = writeContext(context);
        for (const [name, value] of entries) {
          expect(name).toMatch(/^[a-z-]+$/);
          expect(value).toMatch(/^[\x20-\x7e]*$/);
        }
        expect(readContext(readerOf(entries), own)).toEqual({ ...context, deadline: 5, signal: own.signal });
      }),
    );
  });

  it('without a request id gets one', () => {
    expect(readContext(readerOf(integrationEntries), own)?.requestId).toBe('new');
  });

  it.each<[string, [string, string][]]>([
    ['no actor', []],
    ['an unknown actor', [['lyceum-actor', 'root']]],
    ['an integration of no institution', integrationEntries.toSpliced(1, 1)],
    ['an integration without its id', integrationEntries.toSpliced(2, 1)],
    ['an institution that cannot be', [...integrationEntries, ['lyceum-institution-id', "x' OR 1=1"]]],
    [
      'an operator of an institution that cannot be',
      [
        ['lyceum-actor', 'operator'],
        ['lyceum-institution-id', ''],
      ],
    ],
    ['an integration that cannot be', [...integrationEntries, ['lyceum-integration-id', 'x']]],
    ['a creator who cannot be', [...integrationEntries, ['lyceum-integration-created-by', 'x']]],
  ])('with %s is nobody’s', (_, entries) => {
    expect(readContext(readerOf(entries), own)).toBeNull();
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
  ])('with %s is refused: the write must not run as if it had none', (_, entries) => {
    expect(() => readContext(readerOf([...integrationEntries, ...entries]), own)).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID' }),
    );
  });
});

describe('the facts of a reply', () => {
  it('come back as they were', () => {
    const facts: fc.Arbitrary<ReplyFacts> = fc.record({
      replayed: fc.boolean(),
      requestId,
      timestamp: fc.constant('2026-10-05T08:00:00.000Z'),
    });
    fc.assert(
      fc.property(facts, (it) => {
        expect(readReplyFacts(new Headers(writeReplyMetadata({ facts: it })))).toEqual(it);
      }),
    );
  });

  it('are absent where nothing was said', () => {
    expect([readReplyFacts(new Headers()), readBytesWritten(new Headers())]).toEqual([undefined, 0]);
    expect(writeReplyMetadata({})).toEqual([]);
  });

  it('tell with or without them how much was written', () => {
    const header = new Headers(writeReplyMetadata({ bytesWritten: 1234 }));
    expect([readReplyFacts(header), readBytesWritten(header)]).toEqual([undefined, 1234]);
  });
});
