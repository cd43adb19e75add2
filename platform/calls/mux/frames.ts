import type { Failure } from '../../../proto/gen/lyceum/rpc/v1/mux_pb.ts';

/** Messages of `lyceum.rpc.v1.Mux` as plain objects, which cost less than the general ones: they are many and small. */
export interface RequestFrames {
  readonly calls: readonly CallFrame[];
  readonly cancelled: readonly number[];
}

export interface CallFrame {
  readonly id: number;
  readonly method: string;
  readonly timeoutMs: number;
  readonly metadata: readonly Entry[];
  readonly payload: Uint8Array;
}

export interface ResponseFrames {
  readonly replies: readonly ReplyFrame[];
  readonly leaving: boolean;
}

export interface ReplyFrame {
  readonly id: number;
  readonly metadata: readonly Entry[];
  readonly payload: Uint8Array;
  /** Present when the call failed. */
  readonly failure?: Failure;
}

export type Entry = readonly [name: string, value: string];

/** What a frame takes at most on top of its payload, in bytes. */
export function headBytes({ metadata }: { readonly metadata: readonly Entry[] }): number {
  let bytes = 48;
  for (const [name, value] of metadata) bytes += 16 + (name.length + value.length) * BYTES_PER_UNIT;
  return bytes;
}

/** Of UTF-8, per UTF-16 unit, at most. */
export const BYTES_PER_UNIT = 3;
