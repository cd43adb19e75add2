import type { CallContext } from '../core/call-context.ts';
import { StalePreparation } from '../core/errors/refusal.ts';
import { isRetryable } from '../data/pg-failure.ts';

/** Makes up to five attempts: retries after a serialization failure, a deadlock or a StalePreparation. */
export async function retryTransaction<T>(begin: (attempt: number) => Promise<T>, { span }: CallContext): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await begin(tries);
    } catch (error) {
      const isPassing = error instanceof StalePreparation || isRetryable(error);
      if (tries >= MAX_TRIES || !isPassing) throw error;
      span?.addEvent('transaction again', { 'lyceum.transaction.attempt': tries });
    }
  }
}

const MAX_TRIES = 5;
