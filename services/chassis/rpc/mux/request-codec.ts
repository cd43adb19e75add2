import { create, toBinary } from '@bufbuild/protobuf';
import { type Call, type CallsRequest, CallsRequestSchema } from '../../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';

/**
 * Writes a request as its contract says, without the general codec, which costs more than the calls themselves: frames are many and small.
 * Lengths of nested messages are written in four bytes, whatever they are, so that nothing is measured before it is written.
 */
export function encodeRequest(request: CallsRequest): Buffer {
  let size = request.cancelled.length * 8 + 8;
  for (const { method, metadata, payload } of request.calls) {
    size += 40 + method.length * 3 + payload.length;
    for (const { name, value } of metadata) size += 24 + (name.length + value.length) * 3;
  }
  const writer = new Writer(size);
  for (const call of request.calls) writer.call(call);
  const rest = create(CallsRequestSchema, { cancelled: request.cancelled });
  if (request.cancelled.length > 0) writer.raw(toBinary(CallsRequestSchema, rest));
  return writer.written();
}

class Writer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  call({ id, method, timeoutMs, metadata, payload }: Call): void {
    const begin = this.#open(CALLS);
    this.#number(ID, id);
    this.#text(METHOD, method);
    this.#number(TIMEOUT, timeoutMs);
    for (const { name, value } of metadata) {
      const entry = this.#open(METADATA);
      this.#text(NAME, name);
      this.#text(VALUE, value);
      this.#close(entry);
    }
    this.#bytes[this.#at++] = PAYLOAD;
    this.#varint(payload.length);
    this.raw(payload);
    this.#close(begin);
  }

  raw(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #number(tag: number, value: number): void {
    this.#bytes[this.#at++] = tag;
    this.#varint(value);
  }

  #text(tag: number, text: string): void {
    const begin = this.#open(tag);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
    this.#close(begin);
  }

  #open(tag: number): number {
    this.#bytes[this.#at++] = tag;
    this.#at += LENGTH_BYTES;
    return this.#at;
  }

  #close(begin: number): void {
    const length = this.#at - begin;
    this.#bytes[begin - 4] = (length & 0x7f) | 0x80;
    this.#bytes[begin - 3] = ((length >>> 7) & 0x7f) | 0x80;
    this.#bytes[begin - 2] = ((length >>> 14) & 0x7f) | 0x80;
    this.#bytes[begin - 1] = length >>> 21;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }
}

/** Enough for 256 MiB. */
const LENGTH_BYTES = 4;
// Field numbers with their wire types.
const CALLS = (1 << 3) | 2;
const ID = 1 << 3;
const METHOD = (2 << 3) | 2;
const TIMEOUT = 3 << 3;
const METADATA = (4 << 3) | 2;
const PAYLOAD = (5 << 3) | 2;
const NAME = (1 << 3) | 2;
const VALUE = (2 << 3) | 2;
