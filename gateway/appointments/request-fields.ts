import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import { nullNames, withoutNulls } from '../endpoint/nulls.ts';

interface Body {
  readonly dateTime?: string;
  readonly rooms?: readonly { readonly roomId: string; readonly setupId?: string | null }[] | null;
}

/** A body's fields as scheduling reads them: what is null is left out, and instants are in the one form that the services know. */
export function requestFields<B extends Body>({ dateTime, rooms, ...fields }: B) {
  return {
    ...withoutNulls(fields),
    ...(dateTime === undefined ? {} : { dateTime: toInstantText(fromInstantText(dateTime)) }),
    ...(rooms ? { rooms: rooms.map(withoutNulls) } : {}),
  };
}

/** The proto names of what a PATCH clears: what is null, and arrays that become empty, which is no value on the wire. */
export function clearedNames(body: object): string[] {
  const emptied = Object.entries(body).map(([name, value]) => [name, isEmptyArray(value) ? null : value]);
  return nullNames(Object.fromEntries(emptied));
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
