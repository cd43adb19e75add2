import { hash } from 'node:crypto';
import { serveUsers } from './serve-users.ts';
import { UserTable } from './user-table.ts';

/**
 * The baseline: one hand-written process with Fastify and prepared `pg` statements on the product's own table. No
 * authentication, no rate limit, no signed cursor, no ETag, no events.
 */
const users = new UserTable();
const FIND_KEY = 'SELECT response FROM idempotency_keys WHERE institution_id = $1 AND holder = $2 AND key = $3';
const INSERT_KEY = `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '1 day')`;

await serveUsers({
  get: (id) => users.get(id),
  page: (limit) => users.page(limit),
  async insert(user, request) {
    const key = [users.institutionId, 'baseline', String(request.headers['idempotency-key'])];
    const client = await users.pool.connect();
    try {
      await client.query('BEGIN');
      const known = await client.query({ name: 'find-key', text: FIND_KEY, values: key });
      if (known.rows[0]) throw new Error('the bench sends no key twice');
      const data = await users.insert(user, client);
      const fingerprint = hash('sha256', JSON.stringify(user));
      const values = [...key, fingerprint, Buffer.from(JSON.stringify({ data })), request.id, data.createdAt];
      await client.query({ name: 'insert-key', text: INSERT_KEY, values });
      await client.query('COMMIT');
      return data;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  },
});
