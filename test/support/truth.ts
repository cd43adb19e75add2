import { setTimeout as delay } from 'node:timers/promises';
import { until } from './until.ts';

/** What is so whenever nothing is broken, whatever happened before. Others may write meanwhile. */
export interface Truth {
  readonly name: string;
  /** What is not so. Undefined if something could not be read, or changed meanwhile: to be asked again. */
  differences(): Promise<readonly string[] | undefined>;
}

/** Throws what is not so, and does not become so within two minutes. */
export async function untilTrue(truth: Truth): Promise<void> {
  let wrong: readonly string[] = ['it could not be read'];
  const isTrue = async () => {
    wrong = (await truth.differences().catch((error: Error) => [error.message])) ?? wrong;
    return wrong.length === 0 || delay(PAUSE_MS, false);
  };
  await until(truth.name, isTrue, 120_000).catch((error: Error) => {
    throw new Error(`${error.message}: ${wrong.join('; ')}`, { cause: error });
  });
}

/** A look may read a whole list, and its client has an allowance. */
const PAUSE_MS = 2_000;
