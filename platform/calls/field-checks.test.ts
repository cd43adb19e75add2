import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { CreateUserRequestSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { BulkCreateLogsRequestSchema } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { StartSessionRequestSchema } from '../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { fieldCheckOf } from './field-checks.ts';

function faultsOf<D extends DescMessage>(schema: D, fields: MessageInitShape<D>): [pointer: string, code: string][] {
  return (fieldCheckOf(schema)?.(create(schema, fields)) ?? []).map(({ pointer, code }) => [pointer, code]);
}
const [early, late] = ['2026-10-05T08:00:00.000Z', '2026-10-05T09:00:00.000Z'];

describe('an instant', () => {
  it.each([
    ['2026-10-05T08:00:00.000Z', []],
    ['9998-12-31T23:59:59.999Z', []],
    ['9999-01-01T00:00:00.000Z', ['too_big']],
    ['1969-12-31T23:59:59.999Z', ['too_small']],
    ['2026-02-30T08:00:00.000Z', ['invalid_string']],
    ['2026-10-05T24:00:00.000Z', ['invalid_string']],
    ['2026-10-05T08:00:00Z', ['invalid_string']],
    ['2026-10-05T08:00:00.000+00:00', ['invalid_string']],
    ['2026-10-05t08:00:00.000z', ['invalid_string']],
    ['now', ['invalid_string']],
    ['', ['invalid_string']],
  ])('%s: %j', (at, codes) => {
    expect(faultsOf(StartSessionRequestSchema, { at })).toEqual(codes.map((code) => ['/at', code]));
  });

  it('is found in messages, lists and oneofs', () => {
    const log = { startTime: early, endTime: late, pauses: [{ startTime: early, endTime: '9999' }] };
    const items = [
      {},
      { content: { case: 'fault' as const, value: {} } },
      { content: { case: 'log' as const, value: log } },
    ];
    expect(faultsOf(BulkCreateLogsRequestSchema, { items })).toEqual([
      ['/items/2/log/pauses/0/endTime', 'invalid_string'],
    ]);
  });
});

describe('an email', () => {
  it('that is required is missing, not malformed, when it is empty', () => {
    expect(faultsOf(CreateUserRequestSchema, { user: {} })).toEqual([['/user/email', 'required']]);
  });
});
