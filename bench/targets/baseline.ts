import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { v7 } from 'uuid';
import { openPool } from '../../platform/data/connections.ts';
import { serveAppointments } from './baseline-appointments.ts';
import { serveSessions } from './baseline-sessions.ts';
import { addVersionDetail } from './baseline-version-detail.ts';
import { requiredVariable, serveBench } from './target.ts';
import { userSchema } from './user-schema.ts';

/**
 * The baseline: one process with Fastify and prepared `pg` statements on the product's own table, as one would write it by hand. No
 * authentication, no rate limit, no signed cursor, no ETag, no events.
 */
const institutionId = requiredVariable('INSTITUTION_ID');
const pool = openPool({ connectionString: requiredVariable('DIRECTORY_DATABASE_URL'), max: 8 });
const app = Fastify();

const COLUMNS = `id, email, name, first_name AS "firstName", last_name AS "lastName", image, code, is_archived AS "isArchived",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

app.get<{ Params: { id: string } }>(
  '/users/:id',
  { schema: { response: { 200: { type: 'object', properties: { data: userSchema } } } } },
  async (request, reply) => {
    const { rows } = await pool.query({
      name: 'get',
      text: `SELECT ${COLUMNS} FROM users WHERE institution_id = $1 AND id = $2`,
      values: [institutionId, request.params.id],
    });
    return rows[0] ? { data: rows[0] } : reply.code(404).send({});
  },
);

app.get<{ Querystring: { limit: number } }>(
  '/users',
  { schema: { response: { 200: { type: 'object', properties: { data: { type: 'array', items: userSchema } } } } } },
  async (request) => {
    const { rows } = await pool.query({
      name: 'list',
      text: `SELECT ${COLUMNS} FROM users WHERE institution_id = $1 ORDER BY created_at, id LIMIT $2`,
      values: [institutionId, request.query.limit],
    });
    return { data: rows };
  },
);

app.post<{ Body: { email: string; firstName: string; lastName: string } }>(
  '/users',
  {
    schema: {
      body: {
        type: 'object',
        required: ['email', 'firstName', 'lastName'],
        properties: { email: { type: 'string' }, firstName: { type: 'string' }, lastName: { type: 'string' } },
      },
      response: { 201: { type: 'object', properties: { data: userSchema } } },
    },
  },
  async (request, reply) => {
    const key = String(request.headers['idempotency-key']);
    const { email, firstName, lastName } = request.body;
    const now = new Date();
    const id = v7();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const known = await client.query({
        name: 'find-key',
        text: 'SELECT response FROM idempotency_keys WHERE institution_id = $1 AND holder = $2 AND key = $3',
        values: [institutionId, 'baseline', key],
      });
      if (known.rows[0]) {
        await client.query('ROLLBACK');
        return reply.code(201).send(JSON.parse(known.rows[0].response.toString()));
      }
      await client.query({
        name: 'insert',
        text: `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, first_name, last_name, is_archived, created_at, updated_at, revision)
               VALUES ($1, $2, $3, $4, $5, false, $6, $7, false, $8, $8, $9)`,
        values: [
          institutionId,
          id,
          email,
          email.toLowerCase(),
          `${firstName} ${lastName}`,
          firstName,
          lastName,
          now,
          v7(),
        ],
      });
      const data = {
        id,
        email,
        name: `${firstName} ${lastName}`,
        firstName,
        lastName,
        image: null,
        code: null,
        isArchived: false,
        createdAt: now,
        updatedAt: now,
      };
      await client.query({
        name: 'insert-key',
        text: `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '1 day')`,
        values: [
          institutionId,
          'baseline',
          key,
          hash('sha256', JSON.stringify(request.body)),
          Buffer.from(JSON.stringify({ data })),
          request.id,
          now,
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
  },
);

const curricula = openPool({ connectionString: requiredVariable('CURRICULA_DATABASE_URL'), max: 8 });
addVersionDetail(app, curricula, institutionId);
serveAppointments(app, institutionId);
serveSessions(app, institutionId);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
serveBench(typeof address === 'object' && address ? address.port : 0);
