import type { Position } from './endpoint.ts';

/** Where a page of a list by creation ends whose items do not show when they were created. */
export function endOf(records: readonly { readonly createdAt: string; readonly id: string }[]): Position | undefined {
  const last = records.at(-1);
  return last && { sort: last.createdAt, id: last.id };
}
