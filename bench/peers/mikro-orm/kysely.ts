import { serveUsers } from '../../targets/serve-users.ts';
import { newRow } from '../../targets/user-table.ts';
import { institutionId, orm } from './users.ts';

const db = orm.em
  .fork()
  .getKysely({ tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true });

const users = db
  .selectFrom('users')
  .select(['id', 'email', 'name', 'firstName', 'lastName', 'image', 'code', 'isArchived', 'createdAt', 'updatedAt'])
  .where('institutionId', '=', institutionId);

await serveUsers({
  get: (id) => users.where('id', '=', id).executeTakeFirst(),
  page: (limit) => users.orderBy('createdAt').orderBy('id').limit(limit).execute(),
  async insert(user) {
    const row = newRow(institutionId, user);
    await db.insertInto('users').values(row).execute();
    return row;
  },
});
