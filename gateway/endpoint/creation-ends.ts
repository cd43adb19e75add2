import type { Position } from './endpoint-call.ts';

/** The position after each record of a list sorted by creation whose items do not show when they were created. */
export function creationEnds(records: readonly { readonly createdAt: string; readonly id: string }[]): Position[] {
  return records.map(({ createdAt, id }) => ({ sort: createdAt, id }));
}
