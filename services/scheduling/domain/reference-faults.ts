import type { Violation } from '../../../platform/core/errors/refusal.ts';
import type { AppointmentState } from './appointment.ts';
import type { ReferenceData } from './reference-data.ts';
import { lower, type ReferenceFields } from './references.ts';

/**
 * The faults of a request's references (decisions 3.2, 8.5): an id that names nothing, something archived, or something of another institution,
 * which are all one answer; a setup of another room; an id twice in an array. What the appointment refers to already may be given
 * again, whatever has become of it.
 */
export function referenceFaults(
  request: ReferenceFields,
  known: ReferenceData,
  current: AppointmentState | null,
): Violation[] {
  const isUser = (id: string) => known.users.get(id)?.isArchived === false;
  const list = (name: string, ids: readonly string[], before: ReadonlySet<string>, exists: (id: string) => boolean) =>
    listFaults(`/${name}`, lower(ids), (id) => before.has(id) || exists(id));
  const { appointmentTypeId } = request;
  return [
    ...list('courseIds', request.courseIds, new Set(current?.layerIds), (id) => isLayer(known, id)),
    ...roomFaults(request.rooms, known, current),
    ...list('organizerIds', request.organizerIds, new Set(current?.organizerIds), isUser),
    ...list('userIds', request.userIds, new Set(current?.userIds), isUser),
    ...list('userGroupIds', request.userGroupIds, new Set(current?.userGroupIds), (id) => known.userGroups.has(id)),
    ...(appointmentTypeId === undefined || known.types.has(appointmentTypeId.toLowerCase())
      ? []
      : [unknown('/appointmentTypeId')]),
  ];
}

function isLayer({ layers }: ReferenceData, id: string): boolean {
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
  { rooms }: ReferenceData,
  current: AppointmentState | null,
): Violation[] {
  const roomIds = bookings.map(({ roomId }) => roomId.toLowerCase());
  return bookings.flatMap(({ setupId }, index) => {
    const roomId = roomIds[index] ?? '';
    const room = rooms.get(roomId);
    const before = current?.roomIds.indexOf(roomId) ?? -1;
    if (roomIds.indexOf(roomId) < index) return [repeated(`/rooms/${index}/roomId`)];
    if (before < 0 && room?.isArchived !== false) return [unknown(`/rooms/${index}/roomId`)];
    const setup = setupId?.toLowerCase();
    if (setup === undefined || (before >= 0 && current?.setupIds[before] === setup)) return [];
    return room?.setups.some(({ id }) => id === setup) ? [] : [unknown(`/rooms/${index}/setupId`)];
  });
}

function unknown(pointer: string): Violation {
  return { pointer, code: 'invalid_reference', message: 'names nothing that can be referred to' };
}

function repeated(pointer: string): Violation {
  return { pointer, code: 'invalid_value', message: 'is given twice' };
}
