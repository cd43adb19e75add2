import type pg from 'pg';
import { v7 } from 'uuid';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { requiredVariable } from './target.ts';

/** What a client sends to create a user. */
export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The product's table of users, read and written with prepared statements by targets that are not the product. */
export class UserTable {
  readonly institutionId = requiredVariable('INSTITUTION_ID');
  readonly pool = openPool({ connectionString: requiredVariable('DIRECTORY_DATABASE_URL'), max: 8 });

  async get(id: string) {
    const { rows } = await this.pool.query({
      name: 'get',
      text: `SELECT ${COLUMNS} FROM users WHERE institution_id = $1 AND id = $2`,
      values: [this.institutionId, id],
    });
    return rows[0];
  }

  /** The first page. */
  async page(limit: number) {
    const { rows } = await this.pool.query({
      name: 'list',
      text: `SELECT ${COLUMNS} FROM users WHERE institution_id = $1 ORDER BY created_at, id LIMIT $2`,
      values: [this.institutionId, limit],
    });
    return rows;
  }

  async insert({ email, firstName, lastName }: NewUser, connection: Pick<pg.ClientBase, 'query'> = this.pool) {
    const now = new Date();
    const id = v7();
    const name = `${firstName} ${lastName}`;
    await connection.query({
      name: 'insert',
      text: `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, first_name, last_name, is_archived, created_at, updated_at, revision)
             VALUES ($1, $2, $3, $4, $5, false, $6, $7, false, $8, $8, $9)`,
      values: [this.institutionId, id, email, email.toLowerCase(), name, firstName, lastName, now, v7()],
    });
    return {
      id,
      email,
      name,
      firstName,
      lastName,
      image: null,
      code: null,
      isArchived: false,
      createdAt: now,
      updatedAt: now,
    };
  }
}

const COLUMNS = `id, email, name, first_name AS "firstName", last_name AS "lastName", image, code, is_archived AS "isArchived",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
