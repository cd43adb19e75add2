import { expect, it } from 'vitest';
import { LimitState } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { limitStateOf } from './limit-state.ts';

it.each([
  [{ rateLimited: 0, leastRemaining: null }, LimitState.UNSPECIFIED],
  [{ rateLimited: 0, leastRemaining: 201 }, LimitState.UNSPECIFIED],
  [{ rateLimited: 0, leastRemaining: 200 }, LimitState.NEAR],
  [{ rateLimited: 0, leastRemaining: 0 }, LimitState.NEAR],
  [{ rateLimited: 1, leastRemaining: 1_000 }, LimitState.OVER],
  [{ rateLimited: 1, leastRemaining: null }, LimitState.OVER],
])('%j is the state %i', (usage, state) => {
  expect(limitStateOf(usage)).toBe(state);
});
