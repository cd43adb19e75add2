import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import { nullNames, withoutNulls } from '../endpoint/nulls.ts';

interface Body {
  readonly dateTime?: string;
  readonly rooms?: readonly { readonly roomId: string; readonly setupId?: string | null }[] | null;
}

/** Converts a body's fields for scheduling: nulls are left out, and instants get the one form that the services accept. */
export function requestFields<B extends Body>({ dateTime, rooms, ...fields }: B) {
  return {
    ...withoutNulls(fields),
    ...(dateTime === undefined ? {} : { dateTime: toInstantText(fromInstantText(dateTime)) }),
    ...(rooms ? { rooms: rooms.map(withoutNulls) } : {}),
  };
}

/** The proto names of the fields that a PATCH clears: nulls, and arrays that become empty, which the wire cannot tell from absent ones. */
export function clearedNames(body: object): string[] {
  const emptied = Object.entries(body).map(([name, value]) => [name, isEmptyArray(value) ? null : value]);
  return nullNames(Object.fromEntries(emptied));
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
