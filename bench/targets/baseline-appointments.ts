import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { systemIds } from '../../platform/core/ids.ts';
import type { appointmentBody } from '../timetable.ts';
import { institutionId, poolOf, writeOnce } from './baseline-database.ts';

/**
 * Baseline of appointments, hand-written in one process: a prepared statement for each kind of record, and no rules.
 */
export function serveAppointments(app: FastifyInstance, directory: pg.Pool): void {
  const [scheduling, locations] = [poolOf('scheduling'), poolOf('locations')];

  async function embed(appointments: readonly Row[]): Promise<object[]> {
    const byId = async (pool: pg.Pool, statement: pg.QueryConfig, idsOf: (row: Row) => readonly (string | null)[]) => {
      const ids = new Set(appointments.flatMap(idsOf));
      const { rows } = await pool.query({ ...statement, values: [institutionId, [...ids]] });
      return new Map(rows.map((row) => [row.id, row]));
    };
    const [users, layers, groups, rooms] = await Promise.all([
      byId(directory, USERS, ({ userIds, creatorUserId }) => [...userIds, creatorUserId]),
      byId(directory, LAYERS, ({ layerIds }) => layerIds),
      byId(directory, GROUPS, ({ userGroupIds }) => userGroupIds),
      byId(locations, ROOMS, ({ roomIds }) => roomIds),
    ]);
    return appointments.map(({ layerIds, roomIds, organizerIds, userIds, userGroupIds, creatorUserId, ...own }) => ({
      ...own,
      roomId: roomIds[0] ?? null,
      appointmentRooms: roomIds.map((roomId) => ({
        roomId,
        room: rooms.get(roomId),
        setup: rooms.get(roomId)?.setups[0],
      })),
      appointmentLayers: layerIds.map((layerId) => ({ layerId, ...layers.get(layerId) })),
      organizerUsers: organizerIds.map((organizerId) => ({ organizerId })),
      appointmentUsers: userIds.map((userId) => ({ userId, user: users.get(userId) })),
      appointmentCreator: creatorUserId ? [{ userId: creatorUserId, user: users.get(creatorUserId) }] : [],
      appointmentUserGroups: userGroupIds.map((userGroupId) => ({ userGroupId, userGroup: groups.get(userGroupId) })),
    }));
  }

  app.get<{ Querystring: { limit: number } }>('/appointments', async ({ query }) => {
    const { rows } = await scheduling.query<Row>({ ...PAGE, values: [institutionId, query.limit] });
    return { data: await embed(rows) };
  });

  app.post<{ Body: Body }>('/appointments', async (request, reply) => {
    const { title, dateTime, duration, onlineAddress, courseIds, rooms, ...more } = request.body;
    const { organizerIds, userIds, userGroupIds } = more;
    const roomIds = rooms.map(({ roomId }) => roomId);
    const own = { id: systemIds.newId(), title, dateTime: new Date(dateTime), duration, onlineAddress };
    const referred = { layerIds: courseIds, roomIds, organizerIds, userIds, userGroupIds };
    const [data = {}] = await embed([{ ...own, ...referred, creatorUserId: null }]);
    await writeOnce(scheduling, request, async (client) => {
      const columns = [...Object.values(own), ...Object.values(referred), systemIds.newId(), new Date()];
      await client.query({ ...INSERT, values: [institutionId, ...columns] });
      const links = Object.entries({ course: courseIds, room: roomIds, user: userIds, group: userGroupIds }).flatMap(
        ([kind, ids]) => ids.map((id) => ({ kind, id })),
      );
      const [kinds, ids] = [links.map(({ kind }) => kind), links.map(({ id }) => id)];
      await client.query({ ...LINK, values: [institutionId, own.id, own.dateTime, kinds, ids] });
      return { status: 201, data };
    });
    return reply.code(201).send({ data });
  });
}

type Body = ReturnType<typeof appointmentBody>;

interface Row {
  readonly layerIds: readonly string[];
  readonly roomIds: readonly string[];
  readonly organizerIds: readonly string[];
  readonly userIds: readonly string[];
  readonly userGroupIds: readonly string[];
  readonly creatorUserId: string | null;
}

const PAGE = {
  name: 'page',
  text: `SELECT id, title, notes, date_time AS "dateTime", duration, is_online AS "isOnline", is_hybrid AS "isHybrid",
    online_address AS "onlineAddress", address, location, provider, layer_ids AS "layerIds", room_ids AS "roomIds",
    organizer_ids AS "organizerIds", user_ids AS "userIds", user_group_ids AS "userGroupIds", creator_user_id AS "creatorUserId"
  FROM appointments WHERE institution_id = $1 AND deleted_at IS NULL ORDER BY date_time, id LIMIT $2`,
};
const USERS = {
  name: 'users',
  text: `SELECT id, name, email, first_name AS "firstName", last_name AS "lastName", image
  FROM users WHERE institution_id = $1 AND id = ANY($2::uuid[])`,
};
const LAYERS = {
  name: 'layers',
  text: `SELECT layer_id AS id, json_build_object('id', layer_id, 'name', coalesce(layer_name, name)) AS layer,
    json_build_object('id', id, 'code', code, 'name', name) AS course
  FROM courses WHERE institution_id = $1 AND layer_id = ANY($2::uuid[])`,
};
const GROUPS = {
  name: 'groups',
  text: 'SELECT id, name FROM user_groups WHERE institution_id = $1 AND id = ANY($2::uuid[])',
};
const ROOMS = {
  name: 'rooms',
  text: `SELECT r.id, r.name, r.location_id AS "locationId", r.capacity, r.is_archived AS "isArchived",
    (SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default))
     FROM room_setups s WHERE s.institution_id = $1 AND s.room_id = r.id) AS setups
  FROM rooms r WHERE r.institution_id = $1 AND r.id = ANY($2::uuid[])`,
};
const INSERT = {
  name: 'insert',
  text: `INSERT INTO appointments (institution_id, id, title, date_time, duration, is_online, is_hybrid, online_address,
    address_is_own, provider, layer_ids, course_ids, room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, sequence, revision,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, false, true, $6, false, 'zoom', $7, $7, $8, array_fill(NULL::uuid, ARRAY[cardinality($8::uuid[])]), $9,
    $10, $11, 0, $12, $13, $13)`,
};
const LINK = {
  name: 'link',
  text: `INSERT INTO appointment_links (institution_id, appointment_id, kind, target_id, date_time, is_deleted)
  SELECT $1, $2, v.*, $3, false FROM unnest($4::text[], $5::uuid[]) AS v`,
};
