import { columnsBut, json, storedName, typesOf } from '../../../libraries/typed-sql/index.ts';
import type { AppointmentTypeState } from '../domain/appointment.ts';
import { appointments } from './tables.ts';

const NAMES = columnsBut(appointments, 'institutionId', 'ref', 'appointmentTypeId', 'deletedAt');

/** The columns of an `AppointmentState` in a statement's result: those of its table, and the type. */
export const APPOINTMENT = {
  ...typesOf(appointments, NAMES),
  appointmentType: json<AppointmentTypeState | null>(),
};

type Name = keyof typeof APPOINTMENT;

/** Expressions that replace stored columns. */
export type Instead = { readonly [Column in Name]?: string };

/** The columns of {@link APPOINTMENT}, for SELECT, of the table `a`. */
export function appointmentColumns(instead: Instead = {}): string {
  const expressions = { ...STORED, appointmentType: TYPE, ...instead };
  return Object.entries(expressions)
    .map(([name, expression]) => `${expression} AS "${name}"`)
    .join(', ');
}

const STORED = Object.fromEntries(NAMES.map((name) => [name, stored(name)]));

const TYPE = `(SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id)`;

/** Large parts of an appointment, which a list can omit. */
export type LargePart = 'notes' | 'rooms' | 'layers' | 'organizer_ids' | 'user_ids' | 'user_group_ids';

/** The columns of each part, and the approximate bytes of JSON it becomes, including embedded records. */
const LARGE_PARTS: Readonly<Record<LargePart, { readonly columns: readonly Name[]; readonly bytes: string }>> = {
  notes: { columns: ['notes'], bytes: 'coalesce(octet_length(a.notes), 0)' },
  rooms: { columns: ['roomIds', 'setupIds'], bytes: '700 * cardinality(a.room_ids)' },
  layers: { columns: ['layerIds', 'courseIds'], bytes: '300 * cardinality(a.layer_ids)' },
  organizer_ids: { columns: ['organizerIds'], bytes: '60 * cardinality(a.organizer_ids)' },
  user_ids: { columns: ['userIds'], bytes: '300 * cardinality(a.user_ids)' },
  user_group_ids: { columns: ['userGroupIds'], bytes: '180 * cardinality(a.user_group_ids)' },
};

/**
 * The same columns, with omitted large parts empty, so that their out-of-line (TOAST) values are not read.
 * @param omitted the parameter with the names of the parts, an array of texts
 */
export function columnsWithout(omitted: string): string {
  const shown = Object.entries(LARGE_PARTS).flatMap(([part, { columns }]) =>
    columns.map((name) => [name, unlessOmitted(omitted, part, stored(name), emptyOf(name))] as const),
  );
  return appointmentColumns(Object.fromEntries(shown));
}

/** The approximate bytes of JSON of an appointment without those parts. */
export function bytesWithout(omitted: string): string {
  const parts = Object.entries(LARGE_PARTS).map(([part, { bytes }]) => unlessOmitted(omitted, part, bytes, '0'));
  return [OTHER_BYTES, ...parts].join(' + ');
}

const OTHER_BYTES = '1000';

function unlessOmitted(omitted: string, part: string, expression: string, otherwise: string): string {
  return `CASE WHEN '${part}' = ANY(${omitted}) THEN ${otherwise} ELSE ${expression} END`;
}

function stored(name: string): string {
  return `a.${storedName(name)}`;
}

function emptyOf(name: Name): string {
  return name === 'notes' ? 'NULL' : "'{}'";
}
