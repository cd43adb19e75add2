export type { Answer, NotModified, Page } from './answer.ts';
export { createClient, type Lyceum } from './client.ts';
export {
  ConnectionError,
  ForbiddenError,
  LyceumError,
  ProblemError,
  type RequestMetadata,
  UnexpectedAnswerError,
} from './errors.ts';
export { operations } from './gen/operations.ts';
export type * from './gen/resources.ts';
export type * from './gen/schemas.ts';
export type { Attempt, AttemptEnding, Hooks } from './http/hooks.ts';
export type { RetryPolicy } from './http/retry.ts';
export type { ClientOptions } from './http/sender.ts';
export type { Changes, List, Listable, Syncable } from './list.ts';
export type { Operation } from './operation.ts';
export type { CallOptions, Conditional, Fields, Keyed, Matching, Triable } from './options.ts';
