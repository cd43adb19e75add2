import { type Appointment, AppointmentSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';

/** The fields in which two states of an appointment differ to a reader, by their proto names. A type's new name is the type's change. */
export function changedFields(before: AppointmentState, after: AppointmentState): string[] {
  return FIELDS.filter(
    ({ localName }) => JSON.stringify(shown(before, localName)) !== JSON.stringify(shown(after, localName)),
  ).map(({ name }) => name);
}

/** The marks of a change itself, and what no change touches. */
const UNTOLD = ['id', 'series', 'createdAt', 'updatedAt', 'revision', 'sequence'] as const;

type Field = Exclude<keyof Appointment, '$typeName' | '$unknown' | (typeof UNTOLD)[number]>;

const FIELDS = AppointmentSchema.fields.filter(({ localName }) => !UNTOLD.some((name) => name === localName)) as {
  readonly name: string;
  readonly localName: Field;
}[];

/** What a reader sees in a field. */
function shown(state: AppointmentState, field: Field): unknown {
  if (field === 'rooms') return [state.roomIds, state.setupIds];
  if (field === 'layers') return state.layerIds;
  if (field === 'appointmentType') return state.appointmentType?.id ?? null;
  return state[field];
}
