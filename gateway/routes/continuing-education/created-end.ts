import type { Position } from '../../endpoint/endpoint.ts';

/** Where a page of a list by creation ends: programs and their versions do not show when they were created. */
export function endOf(records: readonly { readonly createdAt: string; readonly id: string }[]): Position | undefined {
  const last = records.at(-1);
  return last && { sort: last.createdAt, id: last.id };
}
