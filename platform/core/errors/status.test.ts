import { Code, ConnectError } from '@connectrpc/connect';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalSchema } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { catalogue, type RefusalCode } from './catalogue.ts';
import { Refusal } from './refusal.ts';
import { fromStatus, toStatus } from './status.ts';

const codes = Object.keys(catalogue) as RefusalCode[];

describe('a refusal', () => {
  it('comes back as it was', () => {
    const text = fc.string({ unit: 'grapheme' });
    const violation = fc.record({ pointer: text, code: fc.constantFrom('required', 'too_big'), message: text });
    const details = fc.record({
      violations: fc.array(violation, { maxLength: 100 }),
      facts: fc.dictionary(text, fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.constantFrom(...codes), details, (code, { violations, facts }) => {
        // As a JSON text has it: no -0, no __proto__.
        const json: Record<string, unknown> = JSON.parse(JSON.stringify(facts));
        const status = toStatus(new Refusal(code, { violations: violations as Refusal['violations'], facts: json }));
        expect(status.code).toBe(catalogue[code].status);
        const { name, message, ...back } = fromStatus(status);
        expect({ name, message }).toEqual({ name: 'Refusal', message: catalogue[code].message });
        expect(back).toMatchObject({ code, violations, facts: json });
      }),
    );
  });

  it('is its own at the caller’s edge', () => {
    const refusal = new Refusal('USER_NOT_FOUND');
    expect(fromStatus(refusal)).toBe(refusal);
  });
});

it.each([new Error('hunter2'), 'hunter2', null, new ConnectError('hunter2', Code.NotFound)])(
  '%o, which is no refusal, is INTERNAL and says nothing',
  (thrown) => {
    const status = toStatus(thrown);
    expect(status.code).toBe(Code.Internal);
    expect(status.rawMessage).toBe('Something went wrong on our side.');
    expect(status.findDetails(RefusalSchema)).toMatchObject([
      { code: 'INTERNAL', message: status.rawMessage, violations: [], factsJson: '{}' },
    ]);
  },
);

it.each<[string, Code, RefusalCode]>([
  ['unavailable', Code.Unavailable, 'DEPENDENCY_UNAVAILABLE'],
  ['too busy', Code.ResourceExhausted, 'DEPENDENCY_UNAVAILABLE'],
  ['too late', Code.DeadlineExceeded, 'DEADLINE_EXCEEDED'],
  ['abandoned', Code.Canceled, 'DEADLINE_EXCEEDED'],
  ['unknown here', Code.Unimplemented, 'OPERATION_UNIMPLEMENTED'],
  ['not let in', Code.Unauthenticated, 'CALLER_UNAUTHENTICATED'],
  ['not allowed', Code.PermissionDenied, 'CALLER_FORBIDDEN'],
  ['anything else', Code.DataLoss, 'INTERNAL'],
])('a bare status, %s, is what its code stands for', (_, code, expected) => {
  expect(fromStatus(new ConnectError('', code))).toMatchObject({ code: expected, facts: {}, violations: [] });
});

it('a refusal of a newer version, whose code is not known here, is what its status stands for', () => {
  const detail = { desc: RefusalSchema, value: { code: 'ROOM_HAUNTED', message: 'new' } };
  const status = new ConnectError('new', Code.Unavailable, undefined, [detail]);
  expect(fromStatus(status).code).toBe('DEPENDENCY_UNAVAILABLE');
  expect(fromStatus(new Error('no status at all')).code).toBe('INTERNAL');
});
