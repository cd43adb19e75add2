import type { Violation } from '../../../platform/core/errors/refusal.ts';
import type { CourseLayer } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type { AppointmentState } from './appointment.ts';
import { layerOfCourse, type ReferenceData } from './reference-data.ts';
import { lower, type ReferenceFields } from './references.ts';

/**
 * The violations in a request's references (decisions 3.2, 8.5): an id that is unknown, archived or of another
 * institution, all with the same violation; a course in place of its layer, which is named; a setup of another room; an
 * id twice in an array. References that the appointment already has may be repeated, even if their target has been
 * archived or removed.
 */
export function referenceFaults(
  request: ReferenceFields,
  known: ReferenceData,
  current: AppointmentState | null,
): Violation[] {
  const isUser = (id: string) => known.users.get(id)?.isArchived === false;
  const list = (name: string, ids: readonly string[], before: ReadonlySet<string>, exists: (id: string) => boolean) =>
    listFaults(`/${name}`, lower(ids), (id) => (before.has(id) || exists(id) ? null : UNKNOWN));
  const layersBefore = new Set(current?.layerIds);
  const { appointmentTypeId } = request;
  return [
    ...listFaults('/courseIds', lower(request.courseIds), (id) =>
      layersBefore.has(id) ? null : layerFault(known, id),
    ),
    ...roomFaults(request.rooms, known, current),
    ...list('organizerIds', request.organizerIds, new Set(current?.organizerIds), isUser),
    ...list('userIds', request.userIds, new Set(current?.userIds), isUser),
    ...list('userGroupIds', request.userGroupIds, new Set(current?.userGroupIds), (id) => known.userGroups.has(id)),
    ...(appointmentTypeId === undefined || known.types.has(appointmentTypeId.toLowerCase())
      ? []
      : [unknown('/appointmentTypeId')]),
  ];
}

/** The fault of a layer's id; null without one. */
function layerFault(known: ReferenceData, id: string): string | null {
  if (isCurrent(known.layers.get(id))) return null;
  const meant = layerOfCourse(known, id);
  return isCurrent(meant) ? `is the id of a course; use that of its layer, ${meant.id}` : UNKNOWN;
}

function isCurrent(layer: CourseLayer | undefined): layer is CourseLayer {
  return layer?.course?.isArchived === false;
}

/** @param faultOf the fault of an id; null without one */
function listFaults(at: string, ids: readonly string[], faultOf: (id: string) => string | null): Violation[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (seen.has(id)) return [repeated(`${at}/${index}`)];
    seen.add(id);
    const message = faultOf(id);
    return message === null ? [] : [invalid(`${at}/${index}`, message)];
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

const UNKNOWN = 'does not refer to an existing record';

function unknown(pointer: string): Violation {
  return invalid(pointer, UNKNOWN);
}

function invalid(pointer: string, message: string): Violation {
  return { pointer, code: 'invalid_reference', message };
}

function repeated(pointer: string): Violation {
  return { pointer, code: 'invalid_value', message: 'is given twice' };
}
