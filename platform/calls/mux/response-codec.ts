import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type Failure, FailureSchema } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';
import { readEntry, writeEntries } from './entry-codec.ts';
import { type Entry, headBytes, type ReplyFrame, type ResponseFrames } from './frames.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

/** Writes a CallsResponse as its contract says; of what is in it, only failures, which are rare, take the general codec. */
export function encodeResponse({ replies, leaving }: ResponseFrames): Buffer {
  const failures = replies.map(({ failure }) => failure && toBinary(FailureSchema, failure));
  let size = LEAVING_BYTES;
  replies.forEach((reply, at) => {
    size += headBytes(reply) + reply.payload.length + (failures[at]?.length ?? 0);
  });
  const writer = new WireWriter(size);
  replies.forEach(({ id, metadata, payload }, at) => {
    const begin = writer.open(REPLIES);
    writer.number(ID, id);
    writeEntries(writer, METADATA, metadata);
    const failure = failures[at];
    if (failure) writer.block(FAILURE, failure);
    else writer.block(PAYLOAD, payload);
    writer.close(begin);
  });
  if (leaving) writer.number(LEAVING, 1);
  return writer.written();
}

/** Reads a CallsResponse. Throws for bytes that are none. */
export function decodeResponse(bytes: Buffer): ResponseFrames {
  const replies: ReplyFrame[] = [];
  let leaving = false;
  const reader = new WireReader(bytes);
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === REPLIES) replies.push(readReply(reader));
    else if (tag === LEAVING) leaving = reader.uint32() !== 0;
    else reader.skip(tag);
  }
  return { replies, leaving };
}

function readReply(reader: WireReader): ReplyFrame {
  let id = 0;
  let payload: Buffer = EMPTY;
  let failure: Failure | undefined;
  const metadata: Entry[] = [];
  const outer = reader.enter();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === ID) id = reader.uint32();
    else if (tag === METADATA) metadata.push(readEntry(reader));
    else if (tag === PAYLOAD) payload = reader.block();
    else if (tag === FAILURE) failure = fromBinary(FailureSchema, reader.block());
    else reader.skip(tag);
  }
  reader.leave(outer);
  return failure ? { id, metadata, payload, failure } : { id, metadata, payload };
}

const EMPTY = Buffer.alloc(0);
const LEAVING_BYTES = 2;
// Field numbers with their wire types.
const REPLIES = (1 << 3) | 2;
const LEAVING = 2 << 3;
const ID = 1 << 3;
const METADATA = (2 << 3) | 2;
const PAYLOAD = (3 << 3) | 2;
const FAILURE = (4 << 3) | 2;
