import { create, fromBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallsRequestSchema } from '../../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';
import { encodeRequest } from './request-codec.ts';

const uint32 = fc.nat(2 ** 32 - 1);
const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const call = fc.record({
  id: uint32,
  method: text,
  timeoutMs: uint32,
  metadata: fc.array(fc.record({ name: text, value: text }), { maxLength: 6 }),
  payload: fc.uint8Array({ maxLength: 100_000 }),
});

it('a request is read by the contract as it was written', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 5 }), fc.array(uint32), (calls, cancelled) => {
      const request = create(CallsRequestSchema, { calls, cancelled });
      expect(fromBinary(CallsRequestSchema, Uint8Array.from(encodeRequest(request)))).toEqual(request);
    }),
  );
});
