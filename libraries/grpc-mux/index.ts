export { parseTargets } from './address.ts';
export type { PoolOptions as MuxClientOptions } from './address-pool.ts';
export { serverOptions } from './channel-options.ts';
export { decode, encode } from './codec/codec.ts';
export { type AddressCounts, MuxClient, type MuxReply } from './mux-client.ts';
export { MuxService } from './mux-service.ts';
export type { MuxAnswer, MuxCall } from './mux-session.ts';
