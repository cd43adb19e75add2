import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { requiredVariable } from './target.ts';

export const institutionId = requiredVariable('INSTITUTION_ID');

export function poolOf(service: string): pg.Pool {
  return openPool({ connectionString: requiredVariable(databaseVariable(service)), max: 8 });
}

export interface Answer {
  readonly status: number;
  readonly data: object;
}

/** Acts and stores the answer under the request's idempotency key, in one transaction; keeps nothing of a refusal. */
export async function writeOnce(
  pool: pg.Pool,
  request: FastifyRequest,
  act: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const answer = await act(client);
    const isRefused = answer.status >= 400;
    if (!isRefused) {
      const stored = [hash('sha256', JSON.stringify(request.body)), Buffer.from(JSON.stringify({ data: answer.data }))];
      const values = [...keyOf(request), ...stored, request.id, new Date()];
      await client.query({ name: 'insert-key', text: INSERT_KEY, values });
    }
    await client.query(isRefused ? 'ROLLBACK' : 'COMMIT');
    return answer;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The look-up of a server that does not rely on the key's uniqueness. */
export async function findKey(client: pg.PoolClient, request: FastifyRequest): Promise<void> {
  const known = await client.query({ name: 'find-key', text: FIND_KEY, values: keyOf(request) });
  if (known.rows[0]) throw new Error('the bench sends no key twice');
}

function keyOf({ headers }: FastifyRequest) {
  return [institutionId, 'baseline', headers['idempotency-key']];
}

const FIND_KEY = 'SELECT response FROM idempotency_keys WHERE institution_id = $1 AND holder = $2 AND key = $3';
const INSERT_KEY = `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '1 day')`;
