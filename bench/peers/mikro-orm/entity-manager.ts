import { institutionId, orm, rowOf, serve, User } from './users.ts';

await serve({
  get: (id) => orm.em.fork().findOne(User, { institutionId, id }),
  page: (limit) => orm.em.fork().find(User, { institutionId }, { orderBy: { createdAt: 'asc', id: 'asc' }, limit }),
  async insert(user) {
    const em = orm.em.fork();
    const created = em.create(User, rowOf(user));
    await em.flush();
    return created;
  },
});
