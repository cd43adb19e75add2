import type { Probe } from './start-probe.ts';

/**
 * Holds an advisory lock of the probe's database, so that statements that take it block; returns a function that
 * releases it.
 */
export async function holdLock(probe: Probe, key: number): Promise<() => Promise<unknown>> {
  const holder = await probe.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  return () => holder.query('SELECT pg_advisory_unlock($1)', [key]);
}
