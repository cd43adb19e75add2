import { Code, ConnectError } from '@connectrpc/connect';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalSchema } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { JSON_UNITS } from '../../../test/support/json-units.ts';
import { catalogue, type PlatformCode, type RefusalKind } from './catalogue.ts';
import { Refusal } from './refusal.ts';
import { fromStatus, toStatus } from './status.ts';

const haunted: RefusalKind = { code: 'ROOM_HAUNTED', status: Code.AlreadyExists, message: 'Somebody is there.' };
const kinds: readonly RefusalKind[] = [
  ...Object.entries(catalogue).map(([code, kind]) => ({ code, ...kind })),
  haunted,
];

describe('a refusal', () => {
  it('is the same after a round trip through a status', () => {
    const text = fc.string({ unit: 'grapheme' });
    const violation = fc.record({ pointer: text, code: fc.constantFrom('required', 'too_big'), message: text });
    const details = fc.record({
      violations: fc.array(violation, { maxLength: 100 }),
      extensions: fc.dictionary(fc.string({ unit: JSON_UNITS }), fc.jsonValue({ stringUnit: JSON_UNITS })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), details, (kind, { violations, extensions }) => {
        // After JSON: no -0, no __proto__.
        const json: Record<string, unknown> = JSON.parse(JSON.stringify(extensions));
        const status = toStatus(
          new Refusal(kind, { violations: violations as Refusal['violations'], extensions: json }),
        );
        expect(status.code).toBe(kind.status);
        const { name, message, ...back } = fromStatus(status);
        expect({ name, message }).toEqual({ name: 'Refusal', message: kind.message });
        expect(back).toMatchObject({ code: kind.code, status: kind.status, violations, extensions: json });
      }),
    );
  });
});

it.each([new Error('hunter2'), 'hunter2', null, new ConnectError('hunter2', Code.NotFound)])(
  '%o, which is not a refusal, becomes INTERNAL without details',
  (thrown) => {
    const status = toStatus(thrown);
    expect(status.code).toBe(Code.Internal);
    expect(status.rawMessage).toBe('Something went wrong on our side.');
    expect(status.findDetails(RefusalSchema)).toMatchObject([
      { code: 'INTERNAL', message: status.rawMessage, violations: [], factsJson: '{}' },
    ]);
  },
);

it.each<[string, Code, PlatformCode]>([
  ['unavailable', Code.Unavailable, 'DEPENDENCY_UNAVAILABLE'],
  ['too busy', Code.ResourceExhausted, 'DEPENDENCY_UNAVAILABLE'],
  ['timed out', Code.DeadlineExceeded, 'DEADLINE_EXCEEDED'],
  ['abandoned', Code.Canceled, 'DEADLINE_EXCEEDED'],
  ['unknown here', Code.Unimplemented, 'OPERATION_UNIMPLEMENTED'],
  ['not authenticated', Code.Unauthenticated, 'CALLER_UNAUTHENTICATED'],
  ['not allowed', Code.PermissionDenied, 'CALLER_FORBIDDEN'],
  ['anything else', Code.DataLoss, 'INTERNAL'],
])('a status without a refusal, %s, maps to the refusal of its code', (_, code, expected) => {
  expect(fromStatus(new ConnectError('', code))).toMatchObject({ code: expected, extensions: {}, violations: [] });
});

it('an error that is not a status becomes INTERNAL', () => {
  expect(fromStatus(new Error('not a status')).code).toBe('INTERNAL');
});
