import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { v7 } from 'uuid';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { requiredVariable } from './target.ts';

/**
 * Baseline of start and stop, hand-written in one process: the product's rules, each punch in one transaction on the
 * rows that it concerns.
 */
export function serveSessions(app: FastifyInstance, institutionId: string): void {
  const [timetracking, directory] = ['TIMETRACKING', 'DIRECTORY'].map((name) =>
    openPool({ connectionString: requiredVariable(`${name}_DATABASE_URL`), max: 8 }),
  ) as [pg.Pool, pg.Pool];

  async function punch(
    request: FastifyRequest<{ Body: Body }>,
    reply: FastifyReply,
    act: (client: pg.PoolClient, userId: string, at: Date) => Promise<Acted>,
  ) {
    const { userId, at } = request.body;
    const { rows: members } = await directory.query({ name: 'member', text: MEMBER, values: [institutionId, userId] });
    if (!members[0]) return reply.code(404).send({});
    const client = await timetracking.connect();
    try {
      await client.query('BEGIN');
      const key = [institutionId, 'baseline', request.headers['idempotency-key']];
      const known = await client.query({ name: 'find-key', text: FIND_KEY, values: key });
      if (known.rows[0]) throw new Error('the bench sends no key twice');
      // Serialises the member's punches.
      await client.query({
        name: 'lock',
        text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        values: [userId],
      });
      const { status, data } = await act(client, userId, new Date(at));
      if (status >= 400) {
        await client.query('ROLLBACK');
        return reply.code(status).send(data);
      }
      await client.query({
        name: 'insert-key',
        text: INSERT_KEY,
        values: [
          ...key,
          hash('sha256', JSON.stringify(request.body)),
          Buffer.from(JSON.stringify({ data })),
          request.id,
          new Date(),
        ],
      });
      await client.query('COMMIT');
      return reply.code(status).send({ data });
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  const openOf = async (client: pg.PoolClient, userId: string) =>
    (await client.query<Open>({ name: 'open', text: OPEN, values: [institutionId, userId] })).rows[0];

  app.post<{ Body: Body }>('/time-tracking/sessions/start', { schema }, (request, reply) =>
    punch(request, reply, async (client, userId, at) => {
      const open = await openOf(client, userId);
      if (open) return { status: 409, data: open };
      const conflicts = await client.query({ name: 'conflict', text: CONFLICT, values: [institutionId, userId, at] });
      if (conflicts.rows[0]) return { status: 409, data: conflicts.rows[0] };
      const [id, now] = [v7(), new Date()];
      await client.query({ name: 'start', text: START, values: [institutionId, id, userId, at, v7(), now] });
      return { status: 201, data: { id, userId, startTime: at, endTime: null, createdAt: now, updatedAt: now } };
    }),
  );

  app.post<{ Body: Body }>('/time-tracking/sessions/stop', { schema }, (request, reply) =>
    punch(request, reply, async (client, userId, at) => {
      const open = await openOf(client, userId);
      if (!open || at <= open.startTime) return { status: 409, data: {} };
      const now = new Date();
      await client.query({ name: 'stop', text: STOP, values: [institutionId, open.id, at, v7(), now] });
      return { status: 200, data: { ...open, userId, endTime: at, updatedAt: now } };
    }),
  );
}

interface Body {
  readonly userId: string;
  readonly at: string;
}

interface Acted {
  readonly status: number;
  readonly data: object;
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
const FIND_KEY = 'SELECT response FROM idempotency_keys WHERE institution_id = $1 AND holder = $2 AND key = $3';
const INSERT_KEY = `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '1 day')`;
const OPEN = `SELECT id, start_time AS "startTime", created_at AS "createdAt" FROM time_records
  WHERE institution_id = $1 AND user_id = $2 AND end_time IS NULL`;
const CONFLICT = `SELECT id FROM time_records WHERE institution_id = $1 AND user_id = $2
  AND tstzrange(start_time, end_time, '[)') && tstzrange($3, NULL, '[)') ORDER BY start_time LIMIT 1`;
const START = `INSERT INTO time_records (institution_id, id, user_id, start_time, last_event_at, pauses, timestamps, source, auto_closed,
    revision, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $4, '[]', '[]', 'session', false, $5, $6, $6)`;
const STOP = `UPDATE time_records SET end_time = $3, last_event_at = $3, revision = $4, updated_at = $5
  WHERE institution_id = $1 AND id = $2`;
