import { Refusal } from '../../../platform/core/errors/refusal.ts';

/**
 * What a call that requests deliveries gives. That those of the day are used up is said in words for people: the API's
 * are for programs.
 */
export async function requested<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'DELIVERIES_EXHAUSTED') throw error;
    const { code, status, extensions } = error;
    const message = `Only ${extensions.deliveriesLeft ?? 0} more deliveries can be requested today. A new day begins at midnight, UTC.`;
    throw new Refusal({ code, status, message });
  }
}
