import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { v7 } from 'uuid';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { requiredVariable } from './target.ts';

/**
 * Baseline of appointments, hand-written in one process: a prepared statement for each kind of record, and no rules.
 */
export function serveAppointments(app: FastifyInstance, institutionId: string): void {
  const [scheduling, directory, locations] = ['SCHEDULING', 'DIRECTORY', 'LOCATIONS'].map((name) =>
    openPool({ connectionString: requiredVariable(`${name}_DATABASE_URL`), max: 8 }),
  ) as [pg.Pool, pg.Pool, pg.Pool];
  const byId = async (pool: pg.Pool, name: string, text: string, ids: readonly string[]) => {
    const { rows } = await pool.query({ name, text, values: [institutionId, [...new Set(ids)]] });
    return new Map(rows.map((row) => [row.id, row]));
  };

  async function embed(appointments: readonly Row[]): Promise<object[]> {
    const [users, layers, groups, rooms] = await Promise.all([
      byId(
        directory,
        'users',
        USERS,
        appointments.flatMap((each) => [...each.userIds, each.creatorUserId ?? ''].filter(Boolean)),
      ),
      byId(
        directory,
        'layers',
        LAYERS,
        appointments.flatMap(({ layerIds }) => layerIds),
      ),
      byId(
        directory,
        'groups',
        GROUPS,
        appointments.flatMap(({ userGroupIds }) => userGroupIds),
      ),
      byId(
        locations,
        'rooms',
        ROOMS,
        appointments.flatMap(({ roomIds }) => roomIds),
      ),
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

  app.get<{ Querystring: { limit: number } }>('/appointments', async (request) => {
    const { rows } = await scheduling.query<Row>({
      name: 'page',
      text: PAGE,
      values: [institutionId, request.query.limit],
    });
    return { data: await embed(rows) };
  });

  app.post<{ Body: Body }>('/appointments', async (request, reply) => {
    const { body } = request;
    const now = new Date();
    const row: Row = {
      id: v7(),
      title: body.title,
      dateTime: new Date(body.dateTime),
      duration: body.duration,
      onlineAddress: body.onlineAddress,
      layerIds: body.courseIds,
      roomIds: body.rooms.map(({ roomId }) => roomId),
      organizerIds: body.organizerIds,
      userIds: body.userIds,
      userGroupIds: body.userGroupIds,
      creatorUserId: null,
    };
    const [data] = await embed([row]);
    const client = await scheduling.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query({
        name: 'key',
        text: `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
               VALUES ($1, 'baseline', $2, $3, $4, $5, $6, $6::timestamptz + interval '1 day') ON CONFLICT DO NOTHING`,
        values: [
          institutionId,
          request.headers['idempotency-key'],
          hash('sha256', JSON.stringify(body)),
          Buffer.from(JSON.stringify({ data })),
          request.id,
          now,
        ],
      });
      if (rowCount === 0) throw new Error('the bench sends no key twice');
      await client.query({
        name: 'insert',
        text: INSERT,
        values: [
          institutionId,
          row.id,
          row.title,
          row.dateTime,
          row.duration,
          row.onlineAddress,
          row.layerIds,
          row.roomIds,
          row.organizerIds,
          row.userIds,
          row.userGroupIds,
          v7(),
          now,
        ],
      });
      await client.query({
        name: 'link',
        text: `INSERT INTO appointment_links (institution_id, appointment_id, kind, target_id, date_time, is_deleted)
               SELECT $1, $2, v.*, $3, false FROM unnest($4::text[], $5::uuid[]) AS v`,
        values: [
          institutionId,
          row.id,
          row.dateTime,
          [
            ...row.layerIds.map(() => 'course'),
            ...row.roomIds.map(() => 'room'),
            ...row.userIds.map(() => 'user'),
            ...row.userGroupIds.map(() => 'group'),
          ],
          [...row.layerIds, ...row.roomIds, ...row.userIds, ...row.userGroupIds],
        ],
      });
      await client.query('COMMIT');
      return reply.code(201).send({ data });
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  });
}

interface Body {
  readonly title: string;
  readonly dateTime: string;
  readonly duration: number;
  readonly onlineAddress: string;
  readonly courseIds: string[];
  readonly rooms: { readonly roomId: string }[];
  readonly organizerIds: string[];
  readonly userIds: string[];
  readonly userGroupIds: string[];
}

interface Row extends Omit<Body, 'dateTime' | 'courseIds' | 'rooms'> {
  readonly id: string;
  readonly dateTime: Date;
  readonly layerIds: string[];
  readonly roomIds: string[];
  readonly creatorUserId: string | null;
}

const PAGE = `SELECT id, title, notes, date_time AS "dateTime", duration, is_online AS "isOnline", is_hybrid AS "isHybrid",
    online_address AS "onlineAddress", address, location, provider, layer_ids AS "layerIds", room_ids AS "roomIds",
    organizer_ids AS "organizerIds", user_ids AS "userIds", user_group_ids AS "userGroupIds", creator_user_id AS "creatorUserId"
  FROM appointments WHERE institution_id = $1 AND deleted_at IS NULL ORDER BY date_time, id LIMIT $2`;
const USERS = `SELECT id, name, email, first_name AS "firstName", last_name AS "lastName", image
  FROM users WHERE institution_id = $1 AND id = ANY($2::uuid[])`;
const LAYERS = `SELECT layer_id AS id, json_build_object('id', layer_id, 'name', coalesce(layer_name, name)) AS layer,
    json_build_object('id', id, 'code', code, 'name', name) AS course
  FROM courses WHERE institution_id = $1 AND layer_id = ANY($2::uuid[])`;
const GROUPS = 'SELECT id, name FROM user_groups WHERE institution_id = $1 AND id = ANY($2::uuid[])';
const ROOMS = `SELECT r.id, r.name, r.location_id AS "locationId", r.capacity, r.is_archived AS "isArchived",
    (SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default))
     FROM room_setups s WHERE s.institution_id = $1 AND s.room_id = r.id) AS setups
  FROM rooms r WHERE r.institution_id = $1 AND r.id = ANY($2::uuid[])`;
const INSERT = `INSERT INTO appointments (institution_id, id, title, date_time, duration, is_online, is_hybrid, online_address,
    address_is_own, provider, layer_ids, course_ids, room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, sequence, revision,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, false, true, $6, false, 'zoom', $7, $7, $8, array_fill(NULL::uuid, ARRAY[cardinality($8::uuid[])]), $9,
    $10, $11, 0, $12, $13, $13)`;
