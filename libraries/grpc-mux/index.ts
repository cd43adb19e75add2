export { parseTargets, type Resolve, type Target } from './address.ts';
export type { PoolOptions as MuxClientOptions } from './address-pool.ts';
export { serverOptions } from './channel-options.ts';
export { decode, encode } from './codec/codec.ts';
export type { Until } from './deadline.ts';
export type { Metadata } from './frames.ts';
export { type AddressCounts, MuxClient, type MuxReply } from './mux-client.ts';
export { type CallerStream, MuxService, type MuxServiceOptions } from './mux-service.ts';
export type { MuxAnswer, MuxCall, MuxHandler } from './mux-session.ts';
