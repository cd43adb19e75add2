import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { serveAppointments } from './baseline-appointments.ts';
import { serveSessions } from './baseline-sessions.ts';
import { addVersionDetail } from './baseline-version-detail.ts';
import { requiredVariable, serveBench } from './target.ts';
import { userSchemas } from './user-schema.ts';
import { type NewUser, UserTable } from './user-table.ts';

/**
 * The baseline: one hand-written process with Fastify and prepared `pg` statements on the product's own table. No
 * authentication, no rate limit, no signed cursor, no ETag, no events.
 */
const users = new UserTable();
const { institutionId, pool } = users;
const app = Fastify();

app.get<{ Params: { id: string } }>('/users/:id', { schema: userSchemas.get }, async (request, reply) => {
  const data = await users.get(request.params.id);
  return data ? { data } : reply.code(404).send({});
});

app.get<{ Querystring: { limit: number } }>('/users', { schema: userSchemas.page }, async (request) => ({
  data: await users.page(request.query.limit),
}));

app.post<{ Body: NewUser }>('/users', { schema: userSchemas.create }, async (request, reply) => {
  const key = String(request.headers['idempotency-key']);
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
    const data = await users.insert(request.body, client);
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
        data.createdAt,
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

const curricula = openPool({ connectionString: requiredVariable('CURRICULA_DATABASE_URL'), max: 8 });
addVersionDetail(app, curricula, institutionId);
serveAppointments(app, institutionId);
serveSessions(app, institutionId);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
serveBench(typeof address === 'object' && address ? address.port : 0);
