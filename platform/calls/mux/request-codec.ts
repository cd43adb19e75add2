import { readEntry, writeEntries } from './entry-codec.ts';
import { BYTES_PER_UNIT, type CallFrame, type Entry, headBytes, type RequestFrames } from './frames.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

/** Writes a CallsRequest as its contract says, without the general codec, which costs more than the calls themselves. */
export function encodeRequest({ calls, cancelled }: RequestFrames): Buffer {
  let size = cancelled.length * NUMBER_BYTES;
  for (const call of calls) size += headBytes(call) + call.method.length * BYTES_PER_UNIT + call.payload.length;
  const writer = new WireWriter(size);
  for (const call of calls) {
    const begin = writer.open(CALLS);
    writer.number(ID, call.id);
    writer.text(METHOD, call.method);
    writer.number(TIMEOUT, call.timeoutMs);
    writeEntries(writer, METADATA, call.metadata);
    writer.block(PAYLOAD, call.payload);
    writer.close(begin);
  }
  for (const id of cancelled) writer.number(CANCELLED, id);
  return writer.written();
}

/** Reads a CallsRequest. Throws a RangeError for bytes that are none. */
export function decodeRequest(bytes: Buffer): RequestFrames {
  const calls: CallFrame[] = [];
  const cancelled: number[] = [];
  const reader = new WireReader(bytes);
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === CALLS) calls.push(readCall(reader));
    else if (tag === CANCELLED) cancelled.push(reader.uint32());
    else if (tag === CANCELLED_PACKED) {
      const outer = reader.enter();
      while (!reader.isAtEnd) cancelled.push(reader.uint32());
      reader.leave(outer);
    } else reader.skip(tag);
  }
  return { calls, cancelled };
}

function readCall(reader: WireReader): CallFrame {
  let id = 0;
  let method = '';
  let timeoutMs = 0;
  let payload: Buffer = EMPTY;
  const metadata: Entry[] = [];
  const outer = reader.enter();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === ID) id = reader.uint32();
    else if (tag === METHOD) method = reader.text();
    else if (tag === TIMEOUT) timeoutMs = reader.uint32();
    else if (tag === METADATA) metadata.push(readEntry(reader));
    else if (tag === PAYLOAD) payload = reader.block();
    else reader.skip(tag);
  }
  reader.leave(outer);
  return { id, method, timeoutMs, metadata, payload };
}

const EMPTY = Buffer.alloc(0);
/** A number with its tag, at most. */
const NUMBER_BYTES = 6;
// Field numbers with their wire types.
const CALLS = (1 << 3) | 2;
const CANCELLED = 2 << 3;
const CANCELLED_PACKED = (2 << 3) | 2;
const ID = 1 << 3;
const METHOD = (2 << 3) | 2;
const TIMEOUT = 3 << 3;
const METADATA = (4 << 3) | 2;
const PAYLOAD = (5 << 3) | 2;
