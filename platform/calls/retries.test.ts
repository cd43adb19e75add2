import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it, vi } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { newContext, newKey } from '../../test/support/probe/call-operation.ts';
import { deadlineAfter } from '../core/clock.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import { mayRepeat, RetryBudget, retryCall } from './retries.ts';

const { createUser, getUser } = UserService.method;
const cutOff = () => new ConnectError('the stream is broken', Code.Unavailable);

/** A call that fails a number of times before it succeeds. */
const failing = (times: number, error: () => unknown = cutOff) => {
  let left = times;
  return vi.fn(async () => (left-- > 0 ? Promise.reject(error()) : 'done'));
};

describe('repeatable calls', () => {
  it('are reads, writes with a key and dry runs, but not writes without', () => {
    expect(mayRepeat(getUser, newContext())).toBe(true);
    expect(mayRepeat(createUser, newContext({ idempotency: newKey() }))).toBe(true);
    expect(mayRepeat(createUser, newContext({ isDryRun: true }))).toBe(true);
    expect(mayRepeat(createUser, newContext())).toBe(false);
  });
});

describe('a call that was cut off', () => {
  it('is retried', async () => {
    const attempt = failing(2);
    const budget = new RetryBudget();
    expect(await retryCall(attempt, budget, newContext())).toBe('done');
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(budget.spent).toBe(2);
  });

  it('fails in the end', async () => {
    const attempt = failing(100);
    await expect(retryCall(attempt, new RetryBudget(), newContext())).rejects.toThrow('broken');
    expect(attempt).toHaveBeenCalledTimes(4);
  });

  it.each<[string, () => unknown]>([
    ['what the service says itself', () => toStatus(new Refusal('DEPENDENCY_UNAVAILABLE'))],
    ['that it is busy', () => toStatus(new Refusal('SERVICE_BUSY'))],
    ['another failure', () => new ConnectError('no', Code.Internal)],
    ['a deadline', () => new ConnectError('late', Code.DeadlineExceeded)],
  ])('differs from %s, which is final', async (_, makeError) => {
    const error = makeError();
    const attempt = failing(1, () => error);
    await expect(retryCall(attempt, new RetryBudget(), newContext())).rejects.toBe(error);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('is not retried for a caller that no longer waits', async () => {
    const late = failing(1);
    await expect(retryCall(late, new RetryBudget(), newContext({ deadline: deadlineAfter(-1) }))).rejects.toMatchObject(
      { code: Code.Unavailable },
    );
    const gone = failing(1);
    await expect(retryCall(gone, new RetryBudget(), newContext({ signal: AbortSignal.abort() }))).rejects.toMatchObject(
      { code: Code.Unavailable },
    );
    expect([late, gone].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('uses a budget to which each call adds a fraction', async () => {
    const budget = new RetryBudget();
    while (budget.spend());
    const attempt = failing(1);
    await expect(retryCall(attempt, budget, newContext())).rejects.toMatchObject({ code: Code.Unavailable });
    expect(attempt).toHaveBeenCalledTimes(1);
    for (let calls = 0; calls < 100; calls++) await retryCall(failing(0), budget, newContext());
    let repetitions = 0;
    while (budget.spend()) repetitions++;
    expect(repetitions).toBeGreaterThanOrEqual(10);
    expect(repetitions).toBeLessThanOrEqual(20);
  });
});
