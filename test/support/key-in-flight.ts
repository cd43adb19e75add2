import { expect } from 'vitest';
import { HeldTable } from './postgres/held-table.ts';
import type { TestAnswer } from './test-messages.ts';

/** Expects a keyed create to be refused while its first request waits for a table, and replayed afterwards. */
export async function expectInFlight(
  database: string,
  table: string,
  create: () => Promise<TestAnswer>,
): Promise<void> {
  const held = await HeldTable.hold(database, table);
  const running = create();
  await held.waiters(1);
  const { status, body, headers } = await create();
  await held.release();
  expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
  expect((await running).status).toBe(201);
  expect((await create()).text).toBe((await running).text);
}
