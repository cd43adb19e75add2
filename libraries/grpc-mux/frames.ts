import { create } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import { ConnectError } from '@connectrpc/connect';
import { decode, encode } from './codec/codec.ts';
import {
  type Call,
  type CallsRequest,
  CallsRequestSchema,
  type CallsResponse,
  CallsResponseSchema,
  type Entry,
  type Failure,
  FailureSchema,
  type Reply,
} from './gen/mux/v1/mux_pb.ts';

// Messages are built without `create`, which costs more than the rest of a frame: all fields are given.

type Init<M> = Omit<M, '$typeName' | '$unknown'>;

export function newCall(init: Init<Call>): Call {
  return { $typeName: 'mux.v1.Call', ...init };
}

export function newReply(id: number, metadata: Entry[], payload: Uint8Array): Reply {
  return { $typeName: 'mux.v1.Reply', id, metadata, payload };
}

export function newFailedReply(id: number, failure: Failure): Reply {
  return { $typeName: 'mux.v1.Reply', id, metadata: [], payload: NOTHING, failure };
}

export function newRequest(init: Init<CallsRequest>): CallsRequest {
  return { $typeName: 'mux.v1.CallsRequest', ...init };
}

export function newResponse(init: Init<CallsResponse>): CallsResponse {
  return { $typeName: 'mux.v1.CallsResponse', ...init };
}

/** As in gRPC: names in lower case, ASCII values. */
export type Metadata = readonly (readonly [name: string, value: string])[];

export function toEntries(metadata: Metadata): Entry[] {
  return metadata.map(([name, value]) => ({ $typeName: 'mux.v1.Entry', name, value }));
}

/** The approximate size of a call or a reply in a message, in bytes. */
export function frameBytes({ metadata, payload }: Pick<Call, 'metadata' | 'payload'>): number {
  let bytes = HEAD_BYTES + payload.length;
  for (const { name, value } of metadata) bytes += ENTRY_BYTES + name.length + value.length;
  return bytes;
}

/** The method that carries the calls, for both ends. */
export function definitionOf(path: string) {
  return {
    path,
    requestStream: true,
    responseStream: true,
    requestSerialize: (request: CallsRequest) => encode(CallsRequestSchema, request),
    requestDeserialize: readRequest,
    responseSerialize: (response: CallsResponse) => encode(CallsResponseSchema, response),
    responseDeserialize: (bytes: Buffer) => decode(CallsResponseSchema, bytes),
  };
}

/** Returns the error for invalid bytes: grpc-js would turn a thrown error into INTERNAL. */
function readRequest(bytes: Buffer): CallsRequest | Error {
  try {
    return decode(CallsRequestSchema, bytes);
  } catch (error) {
    return error as Error;
  }
}

const NOTHING = new Uint8Array();
/** The id, the timeout, the name of the method, and lengths. */
const HEAD_BYTES = 80;
const ENTRY_BYTES = 8;

/** Converts a failed call's status, with its details, to a frame. */
export function toFailure(error: ConnectError): Failure {
  return create(FailureSchema, {
    code: error.code,
    message: error.rawMessage,
    details: error.details.map((detail) =>
      'desc' in detail
        ? anyPack(detail.desc, create(detail.desc, detail.value))
        : { typeUrl: `type.googleapis.com/${detail.type}`, value: detail.value },
    ),
  });
}

/** The inverse of {@link toFailure}. */
export function fromFailure({ code, message, details }: Failure): ConnectError {
  const error = new ConnectError(message, code);
  error.details = details.map(({ typeUrl, value }) => ({ type: typeUrl.slice(typeUrl.lastIndexOf('/') + 1), value }));
  return error;
}
