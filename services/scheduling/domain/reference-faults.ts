import type { Violation } from '../../../platform/core/errors/refusal.ts';
import type { AppointmentState } from './appointment.ts';
import { lower, type ReferenceFields } from './references.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The faults of a request's references (decisions 3.2, 8.5): an id that names nothing, something archived, or something of another institution,
 * which are all one answer; a setup of another room; an id twice in an array. What the appointment refers to already may be given
 * again, whatever has become of it.
 * @param at the pointer of the request's fields
 */
export function referenceFaults(
  request: ReferenceFields,
  known: Surroundings,
  current: AppointmentState | null,
  at = '',
): Violation[] {
  const isUser = (id: string) => known.users.get(id)?.isArchived === false;
  const list = (name: string, ids: readonly string[], before: ReadonlySet<string>, exists: (id: string) => boolean) =>
    listFaults(`${at}/${name}`, lower(ids), (id) => before.has(id) || exists(id));
  const { appointmentTypeId, creatorUserId } = request;
  return [
    ...list('courseIds', request.courseIds, new Set(current?.layerIds), (id) => isLayer(known, id)),
    ...roomFaults(request.rooms, known, current, `${at}/rooms`),
    ...list('organizerIds', request.organizerIds, new Set(current?.organizerIds), isUser),
    ...list('userIds', request.userIds, new Set(current?.userIds), isUser),
    ...list('userGroupIds', request.userGroupIds, new Set(current?.userGroupIds), (id) => known.userGroups.has(id)),
    ...(appointmentTypeId === undefined || known.types.has(appointmentTypeId.toLowerCase())
      ? []
      : [unknown(`${at}/appointmentTypeId`)]),
    // Administrators leave, and their appointments stay: an archived creator is one.
    ...(creatorUserId === undefined || known.users.has(creatorUserId.toLowerCase())
      ? []
      : [unknown(`${at}/creatorUserId`)]),
  ];
}

function isLayer({ layers }: Surroundings, id: string): boolean {
  return layers.get(id)?.course?.isArchived === false;
}

function listFaults(at: string, ids: readonly string[], exists: (id: string) => boolean): Violation[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (seen.has(id)) return [repeated(`${at}/${index}`)];
    seen.add(id);
    return exists(id) ? [] : [unknown(`${at}/${index}`)];
  });
}

function roomFaults(
  bookings: ReferenceFields['rooms'],
  { rooms }: Surroundings,
  current: AppointmentState | null,
  at: string,
): Violation[] {
  const roomIds = bookings.map(({ roomId }) => roomId.toLowerCase());
  return bookings.flatMap(({ setupId }, index) => {
    const roomId = roomIds[index] ?? '';
    const room = rooms.get(roomId);
    const before = current?.roomIds.indexOf(roomId) ?? -1;
    if (roomIds.indexOf(roomId) < index) return [repeated(`${at}/${index}/roomId`)];
    if (before < 0 && room?.isArchived !== false) return [unknown(`${at}/${index}/roomId`)];
    const setup = setupId?.toLowerCase();
    if (setup === undefined || (before >= 0 && current?.setupIds[before] === setup)) return [];
    return room?.setups.some(({ id }) => id === setup) ? [] : [unknown(`${at}/${index}/setupId`)];
  });
}

function unknown(pointer: string): Violation {
  return { pointer, code: 'invalid_reference', message: 'names nothing that can be referred to' };
}

function repeated(pointer: string): Violation {
  return { pointer, code: 'invalid_value', message: 'is given twice' };
}
