import { name, optional, text } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { appointmentTypes as table } from '../store/tables.ts';

export const appointmentTypes = kind('appointmentTypes', table, {
  fields: { name: name(), color: optional(text(32)) },
});

/** Scheduling's sections of an institution bundle. */
export const sections = [appointmentTypes];
