/** Runs SQL on scheduling's database. */
type Sql = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

interface Copies {
  readonly count: number;
  /** Each begins so many minutes after the one before it, the first so many after the original. */
  readonly minutesApart: number;
}

/**
 * Stores copies of an appointment under ids of their own, where lists and calendars find them, and returns those: tens of thousands within
 * a second or two, past the service. There are no events, and no audit records, of them.
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
