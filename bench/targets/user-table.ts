import type pg from 'pg';
import { openPool } from '../../libraries/pg-batch/index.ts';
import { systemIds } from '../../platform/core/ids.ts';
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

  async insert(user: NewUser, connection: Pick<pg.ClientBase, 'query'> = this.pool) {
    const { institutionId, emailKey, nameIsOwn, revision, ...shown } = newRow(this.institutionId, user);
    const { id, email, name, firstName, lastName, createdAt } = shown;
    await connection.query({
      name: 'insert',
      text: `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, first_name, last_name, is_archived, created_at, updated_at, revision)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, $9, $9, $10)`,
      values: [institutionId, id, email, emailKey, name, nameIsOwn, firstName, lastName, createdAt, revision],
    });
    return shown;
  }
}

/** The row of a user to create. */
export function newRow(institutionId: string, { email, firstName, lastName }: NewUser) {
  const now = new Date();
  return {
    ...{ institutionId, id: systemIds.newId(), email, emailKey: email.toLowerCase() },
    ...{ name: `${firstName} ${lastName}`, nameIsOwn: false, firstName, lastName, image: null, code: null },
    ...{ isArchived: false, createdAt: now, updatedAt: now, revision: systemIds.newId() },
  };
}

const COLUMNS = `id, email, name, first_name AS "firstName", last_name AS "lastName", image, code, is_archived AS "isArchived",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
