import type { AppointmentState } from '../domain/appointment.ts';

/** The columns of an {@link AppointmentState} of the table `a`, in its order. */
export const APPOINTMENT_COLUMNS = `a.id, a.title, a.notes, a.date_time, a.duration, a.is_online, a.is_hybrid, a.online_address,
  a.address, a.address_is_own, a.location, a.provider, a.layer_ids, a.course_ids, a.room_ids, a.setup_ids, a.organizer_ids, a.user_ids,
  a.user_group_ids, a.creator_user_id,
  (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS appointment_type,
  a.sequence, a.revision, a.created_at, a.updated_at`;

/** Parts of an appointment that take room, and that a list can leave out. */
export type LargePart = 'notes' | 'rooms' | 'layers' | 'organizer_ids' | 'user_ids' | 'user_group_ids';

/** What each of them is kept in, and about how many bytes of JSON it becomes, with the records that are embedded. */
const LARGE_PARTS: Readonly<Record<LargePart, { readonly columns: readonly string[]; readonly bytes: string }>> = {
  notes: { columns: ['notes'], bytes: 'coalesce(octet_length(a.notes), 0)' },
  rooms: { columns: ['room_ids', 'setup_ids'], bytes: '700 * cardinality(a.room_ids)' },
  layers: { columns: ['layer_ids', 'course_ids'], bytes: '300 * cardinality(a.layer_ids)' },
  organizer_ids: { columns: ['organizer_ids'], bytes: '60 * cardinality(a.organizer_ids)' },
  user_ids: { columns: ['user_ids'], bytes: '300 * cardinality(a.user_ids)' },
  user_group_ids: { columns: ['user_group_ids'], bytes: '180 * cardinality(a.user_group_ids)' },
};

/**
 * The same columns, those of large parts empty that are left out: what is not asked for is not read from where the server keeps large values.
 * @param omitted the parameter with the names of the parts, an array of texts
 */
export function columnsWithout(omitted: string): string {
  const shown = Object.entries(LARGE_PARTS).flatMap(([part, { columns }]) =>
    columns.map(
      (column) => [column, `${unlessOmitted(omitted, part, `a.${column}`, emptyOf(column))} AS ${column}`] as const,
    ),
  );
  return shown.reduce(
    (text, [column, expression]) => text.replace(`a.${column},`, `${expression},`),
    APPOINTMENT_COLUMNS,
  );
}

/** About how many bytes of JSON an appointment without those parts becomes. */
export function bytesWithout(omitted: string): string {
  const parts = Object.entries(LARGE_PARTS).map(([part, { bytes }]) => unlessOmitted(omitted, part, bytes, '0'));
  return [BYTES_OF_THE_REST, ...parts].join(' + ');
}

const BYTES_OF_THE_REST = '1000';

function unlessOmitted(omitted: string, part: string, expression: string, otherwise: string): string {
  return `CASE WHEN '${part}' = ANY(${omitted}::text[]) THEN ${otherwise} ELSE ${expression} END`;
}

function emptyOf(column: string): string {
  return column === 'notes' ? 'NULL' : "'{}'";
}

/** What is written of an appointment, in this order: as arrays, a row for each appointment, by {@link columnsOf}. */
export const WRITTEN_COLUMNS = `id, ref, title, notes, date_time, duration, is_online, is_hybrid, online_address, address, address_is_own,
  location, provider, layer_ids, course_ids, room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, creator_user_id,
  appointment_type_id, sequence, revision, created_at, updated_at`;

/** The rows of {@link columnsOf}, `v`, from the parameter $2 on. An array of ids travels as a text: arrays of arrays come apart whole. */
export const WRITTEN_ROWS = `(
  SELECT id, ref, title, notes, date_time, duration, is_online, is_hybrid, online_address, address, address_is_own, location, provider,
    layer_ids::uuid[], course_ids::uuid[], room_ids::uuid[], setup_ids::uuid[], organizer_ids::uuid[], user_ids::uuid[],
    user_group_ids::uuid[], creator_user_id, appointment_type_id, sequence, revision, created_at, updated_at
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::integer[], $8::boolean[], $9::boolean[], $10::text[],
    $11::text[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
    $21::text[], $22::uuid[], $23::uuid[], $24::integer[], $25::uuid[], $26::timestamptz[], $27::timestamptz[])
    AS u(${WRITTEN_COLUMNS})) AS v`;

/** An appointment to write, with its ref if it was imported. */
export interface WrittenAppointment {
  readonly ref: string | null;
  readonly state: AppointmentState;
}

/** The values of {@link WRITTEN_ROWS}. */
export function columnsOf(appointments: readonly WrittenAppointment[]) {
  const column = <T>(read: (state: AppointmentState) => T) => appointments.map(({ state }) => read(state));
  return [
    column(({ id }) => id),
    appointments.map(({ ref }) => ref),
    column(({ title }) => title),
    column(({ notes }) => notes),
    column(({ date_time }) => date_time),
    column(({ duration }) => duration),
    column(({ is_online }) => is_online),
    column(({ is_hybrid }) => is_hybrid),
    column(({ online_address }) => online_address),
    column(({ address }) => address),
    column(({ address_is_own }) => address_is_own),
    column(({ location }) => location),
    column(({ provider }) => provider),
    column(({ layer_ids }) => idArray(layer_ids)),
    column(({ course_ids }) => idArray(course_ids)),
    column(({ room_ids }) => idArray(room_ids)),
    column(({ setup_ids }) => idArray(setup_ids)),
    column(({ organizer_ids }) => idArray(organizer_ids)),
    column(({ user_ids }) => idArray(user_ids)),
    column(({ user_group_ids }) => idArray(user_group_ids)),
    column(({ creator_user_id }) => creator_user_id),
    column(({ appointment_type }) => appointment_type?.id ?? null),
    column(({ sequence }) => sequence),
    column(({ revision }) => revision),
    column(({ created_at }) => created_at),
    column(({ updated_at }) => updated_at),
  ];
}

/** Ids are UUIDs: nothing in them is to be quoted. */
function idArray(ids: readonly (string | null)[]): string {
  return `{${ids.map((id) => id ?? 'NULL').join()}}`;
}
