import { serveUsers } from '../../targets/serve-users.ts';
import { newRow } from '../../targets/user-table.ts';
import { institutionId, orm, User } from './users.ts';

await serveUsers({
  get: (id) => orm.em.fork().findOne(User, { institutionId, id }),
  page: (limit) => orm.em.fork().find(User, { institutionId }, { orderBy: { createdAt: 'asc', id: 'asc' }, limit }),
  async insert(user) {
    const em = orm.em.fork();
    const created = em.create(User, newRow(institutionId, user));
    await em.flush();
    return created;
  },
});
