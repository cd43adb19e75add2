export { Generations } from './generations.ts';
export { MemoryRateLimiter } from './memory-rate-limiter.ts';
export type { RateLimiter } from './rate-limiter.ts';
export type { Cell, SharedCells } from './shared-cells.ts';
export { SharedRateLimiter, type SharedRateLimiterOptions } from './shared-rate-limiter.ts';
export type { SharingListener } from './sharing.ts';
export type { Decision, Rate } from './window.ts';
export { bytesOf as cellBytes } from './window-bytes.ts';
