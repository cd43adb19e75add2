import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { systemIds } from '../../platform/core/ids.ts';
import { type Answer, findKey, institutionId, poolOf, writeOnce } from './baseline-database.ts';

/**
 * Baseline of start and stop, hand-written in one process: the product's rules, each punch in one transaction on the
 * rows that it concerns.
 */
export function serveSessions(app: FastifyInstance, directory: pg.Pool): void {
  const timetracking = poolOf('timetracking');

  function serve(path: string, punch: (client: pg.PoolClient, userId: string, at: Date) => Promise<Answer>) {
    app.post<{ Body: Body }>(`/time-tracking/sessions/${path}`, { schema }, async (request, reply) => {
      const { userId, at } = request.body;
      const members = await directory.query({ name: 'member', text: MEMBER, values: [institutionId, userId] });
      if (!members.rows[0]) return reply.code(404).send({});
      const { status, data } = await writeOnce(timetracking, request, async (client) => {
        await findKey(client, request);
        // Serialises the member's punches.
        await client.query({ name: 'lock', text: LOCK, values: [userId] });
        return punch(client, userId, new Date(at));
      });
      return reply.code(status).send({ data });
    });
  }

  const openOf = async (client: pg.PoolClient, userId: string) =>
    (await client.query<Open>({ name: 'open', text: OPEN, values: [institutionId, userId] })).rows[0];

  serve('start', async (client, userId, at) => {
    const open = await openOf(client, userId);
    if (open) return { status: 409, data: open };
    const conflicts = await client.query({ name: 'conflict', text: CONFLICT, values: [institutionId, userId, at] });
    if (conflicts.rows[0]) return { status: 409, data: conflicts.rows[0] };
    const [id, revision, now] = [systemIds.newId(), systemIds.newId(), new Date()];
    await client.query({ name: 'start', text: START, values: [institutionId, id, userId, at, revision, now] });
    return { status: 201, data: { id, userId, startTime: at, endTime: null, createdAt: now, updatedAt: now } };
  });

  serve('stop', async (client, userId, at) => {
    const open = await openOf(client, userId);
    if (!open || at <= open.startTime) return { status: 409, data: {} };
    const now = new Date();
    await client.query({ name: 'stop', text: STOP, values: [institutionId, open.id, at, systemIds.newId(), now] });
    return { status: 200, data: { ...open, userId, endTime: at, updatedAt: now } };
  });
}

interface Body {
  readonly userId: string;
  readonly at: string;
}

interface Open {
  readonly id: string;
  readonly startTime: Date;
}

const schema = {
  body: {
    type: 'object',
    required: ['userId', 'at'],
    properties: { userId: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
  },
} as const;

const MEMBER = `SELECT u.id FROM users u JOIN institutions i ON i.id = u.institution_id
  WHERE u.institution_id = $1 AND u.id = $2 AND NOT u.is_archived`;
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const OPEN = `SELECT id, start_time AS "startTime", created_at AS "createdAt" FROM time_records
  WHERE institution_id = $1 AND user_id = $2 AND end_time IS NULL`;
const CONFLICT = `SELECT id FROM time_records WHERE institution_id = $1 AND user_id = $2
  AND tstzrange(start_time, end_time, '[)') && tstzrange($3, NULL, '[)') ORDER BY start_time LIMIT 1`;
const START = `INSERT INTO time_records (institution_id, id, user_id, start_time, last_event_at, pauses, timestamps, source, auto_closed,
    revision, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $4, '[]', '[]', 'session', false, $5, $6, $6)`;
const STOP = `UPDATE time_records SET end_time = $3, last_event_at = $3, revision = $4, updated_at = $5
  WHERE institution_id = $1 AND id = $2`;
