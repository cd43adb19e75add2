/** Runs SQL on scheduling's database. */
type Sql = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

interface Copies {
  readonly count: number;
  /** Each starts this many minutes after the previous one; the first, after the original. */
  readonly minutesApart: number;
}

/**
 * Inserts copies of an appointment with new ids, visible in lists and calendars, and returns the ids: tens of thousands
 * within a second or two, bypassing the service. They have no events or audit records.
 */
export async function copyAppointment(sql: Sql, id: string, { count, minutesApart }: Copies): Promise<string[]> {
  const rows = (await sql(COPY, [id, count, minutesApart])) as readonly { readonly id: string }[];
  return rows.map((row) => row.id);
}

const COPY = `
  WITH copies AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, a.date_time + make_interval(mins => n * $3::integer) AS date_time
    FROM appointments a, generate_series(1, $2::integer) AS n WHERE a.id = $1),
  appointment AS (
    INSERT INTO appointments SELECT copy.* FROM copies c, appointments a, jsonb_populate_record(a,
      jsonb_build_object('id', c.id, 'date_time', c.date_time, 'revision', gen_random_uuid())) AS copy WHERE a.id = $1),
  link AS (
    INSERT INTO appointment_links SELECT copy.* FROM copies c, appointment_links l, jsonb_populate_record(l,
      jsonb_build_object('appointment_id', c.id, 'date_time', c.date_time)) AS copy WHERE l.appointment_id = $1),
  booking AS (
    INSERT INTO room_bookings SELECT copy.* FROM copies c, room_bookings b, jsonb_populate_record(b,
      jsonb_build_object('appointment_id', c.id, 'occupied',
        tstzrange(c.date_time, c.date_time + (upper(b.occupied) - lower(b.occupied))))) AS copy WHERE b.appointment_id = $1)
  SELECT id FROM copies ORDER BY date_time, id`;
