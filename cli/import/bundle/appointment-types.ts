import { optional, record, ref, type Section, text } from './pieces.ts';

const AppointmentTypeSchema = record({ ref: ref('appointmentTypes'), name: text(), color: optional(text(32)) });

export const appointmentTypes = {
  name: 'appointmentTypes',
  schema: AppointmentTypeSchema,
} as const satisfies Section<typeof AppointmentTypeSchema>;
