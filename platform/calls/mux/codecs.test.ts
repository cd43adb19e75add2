import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallsRequestSchema, CallsResponseSchema, FailureSchema } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';
import type { Entry, RequestFrames, ResponseFrames } from './frames.ts';
import { decodeRequest, encodeRequest } from './request-codec.ts';
import { decodeResponse, encodeResponse } from './response-codec.ts';

/** What is written by hand is what the contract says: the general codec reads it, and writes what is read. */
const uint32 = fc.nat(2 ** 32 - 1);
const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const bytes = fc.uint8Array({ maxLength: 100_000 }).map((array) => Buffer.from(array));
const metadata = fc.array(fc.tuple(text, text), { maxLength: 6 });
const call = fc.record({ id: uint32, method: text, timeoutMs: uint32, metadata, payload: bytes });
const requests = fc.record({ calls: fc.array(call, { maxLength: 5 }), cancelled: fc.array(uint32) });

const detail = fc.record({ typeUrl: text, value: bytes.filter(({ length }) => length > 0) });
const failure = fc.record({ code: uint32, message: text, details: fc.array(detail, { maxLength: 3 }) });
const reply = fc.oneof(
  fc.record({ id: uint32, metadata, payload: bytes }),
  fc.record({ id: uint32, metadata, failure }).map(({ failure, ...rest }) => ({
    ...rest,
    payload: Buffer.alloc(0),
    failure: create(FailureSchema, failure),
  })),
);
const responses = fc.record({ replies: fc.array(reply, { maxLength: 5 }), leaving: fc.boolean() });

const entries = (metadata: readonly Entry[]) => metadata.map(([name, value]) => ({ name, value }));
const requestInit = ({ calls, cancelled }: RequestFrames): MessageInitShape<typeof CallsRequestSchema> => ({
  calls: calls.map((each) => ({ ...each, metadata: entries(each.metadata) })),
  cancelled: [...cancelled],
});
const responseInit = ({ replies, leaving }: ResponseFrames): MessageInitShape<typeof CallsResponseSchema> => ({
  replies: replies.map((each) => ({ ...each, metadata: entries(each.metadata) })),
  leaving,
});
const generalRequest = (frames: RequestFrames) =>
  Buffer.from(toBinary(CallsRequestSchema, create(CallsRequestSchema, requestInit(frames))));
const generalResponse = (frames: ResponseFrames) =>
  Buffer.from(toBinary(CallsResponseSchema, create(CallsResponseSchema, responseInit(frames))));

describe('a request', () => {
  it('that is written is read by the general codec', () => {
    fc.assert(
      fc.property(requests, (frames) => {
        const read = fromBinary(CallsRequestSchema, encodeRequest(frames));
        expect(Buffer.from(toBinary(CallsRequestSchema, read))).toEqual(generalRequest(frames));
      }),
    );
  });

  it('is read from what the general codec writes, and from what was written by hand', () => {
    fc.assert(
      fc.property(requests, (frames) => {
        expect(decodeRequest(generalRequest(frames))).toEqual(frames);
        expect(decodeRequest(encodeRequest(frames))).toEqual(frames);
      }),
    );
  });
});

describe('a response', () => {
  it('that is written is read by the general codec', () => {
    fc.assert(
      fc.property(responses, (frames) => {
        const read = fromBinary(CallsResponseSchema, encodeResponse(frames));
        expect(Buffer.from(toBinary(CallsResponseSchema, read))).toEqual(generalResponse(frames));
      }),
    );
  });

  it('is read from what the general codec writes, and from what was written by hand', () => {
    fc.assert(
      fc.property(responses, (frames) => {
        expect(decodeResponse(generalResponse(frames))).toEqual(frames);
        expect(decodeResponse(encodeResponse(frames))).toEqual(frames);
      }),
    );
  });
});

describe('fields that a later contract may add', () => {
  const LATER = [
    [15 << 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
    [(15 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8],
    [(15 << 3) | 2, 2, 1, 2],
    [(15 << 3) | 5, 1, 2, 3, 4],
  ].map((field) => ({ field: Buffer.from(field) }));
  it.each(LATER)('are passed over (%#)', ({ field }) => {
    const request: RequestFrames = {
      calls: [{ id: 7, method: '/m', timeoutMs: 5, metadata: [['a', 'b']], payload: Buffer.from('p') }],
      cancelled: [9],
    };
    const response: ResponseFrames = { replies: [{ id: 7, metadata: [], payload: Buffer.from('p') }], leaving: true };
    expect(decodeRequest(Buffer.concat([field, encodeRequest(request), field]))).toEqual(request);
    expect(decodeResponse(Buffer.concat([field, encodeResponse(response), field]))).toEqual(response);
  });
});

it('bytes that are no message are refused, and nothing is read behind their end', () => {
  const read = (decode: (bytes: Buffer) => unknown, given: Buffer) => {
    try {
      decode(given);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      return false;
    }
  };
  fc.assert(
    fc.property(requests, responses, fc.nat(), (request, response, at) => {
      const one = encodeRequest(request);
      const other = encodeResponse(response);
      read(decodeRequest, one.subarray(0, at % (one.length + 1)));
      read(decodeResponse, other.subarray(0, at % (other.length + 1)));
    }),
  );
  fc.assert(fc.property(fc.uint8Array(), (any) => void read(decodeRequest, Buffer.from(any))));
  const call = encodeRequest({
    calls: [{ id: 1, method: '/m', timeoutMs: 0, metadata: [], payload: Buffer.from('payload') }],
    cancelled: [],
  });
  expect(read(decodeRequest, call)).toBe(true);
  for (let length = 1; length < call.length; length++)
    expect(read(decodeRequest, call.subarray(0, length))).toBe(false);
  for (const bad of [[0xff], [(1 << 3) | 3], [1 << 3], [(1 << 3) | 2, 0xff, 0xff, 0xff, 0xff, 0x0f]])
    expect(read(decodeRequest, Buffer.from(bad))).toBe(false);
});
