import { Code } from '@connectrpc/connect';
import { expect, expectTypeOf, it } from 'vitest';
import { AccessSchema } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/locations/v1/refusal_pb.ts';
import { type Refuse, refusalsOf, refuseWith } from './refusals-of.ts';

const kinds = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);
const refuse: Refuse<typeof kinds> = refuseWith(kinds);

it('throws for a code without a status and message', () => {
  expect(() => refusalsOf(AccessSchema)).toThrow('lyceum.common.v1.Access.ACCESS_TENANT');
});

it('throws with codes of the contract and of the platform, and does not compile with others', () => {
  expect(() => refuse('ROOM_NOT_FOUND', { extensions: { id: 'r' } })).toThrow(
    expect.objectContaining({ code: 'ROOM_NOT_FOUND', status: Code.NotFound, extensions: { id: 'r' } }),
  );
  expect(() => refuse('REVISION_STALE')).toThrow(expect.objectContaining({ code: 'REVISION_STALE' }));
  expectTypeOf(refuse).parameter(0).extract<'UNSPECIFIED' | 'USER_NOT_FOUND'>().toBeNever();
});
