import { institutionId, orm, rowOf, serve } from './users.ts';

const db = orm.em
  .fork()
  .getKysely({ tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true });

const users = db
  .selectFrom('users')
  .select(['id', 'email', 'name', 'firstName', 'lastName', 'image', 'code', 'isArchived', 'createdAt', 'updatedAt'])
  .where('institutionId', '=', institutionId);

await serve({
  get: (id) => users.where('id', '=', id).executeTakeFirst(),
  page: (limit) => users.orderBy('createdAt').orderBy('id').limit(limit).execute(),
  async insert(user) {
    const row = rowOf(user);
    await db.insertInto('users').values(row).execute();
    return row;
  },
});
