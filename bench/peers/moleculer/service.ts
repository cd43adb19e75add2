import { type Context, Errors } from 'moleculer';
import { serveBench } from '../../targets/target.ts';
import { type NewUser, UserTable } from '../../targets/user-table.ts';
import { newBroker } from './broker.ts';

const users = new UserTable();
const broker = newBroker('service');
broker.createService({
  name: 'users',
  actions: {
    get: {
      params: { id: 'string' },
      async handler(ctx: Context<{ id: string }>) {
        const data = await users.get(ctx.params.id);
        if (!data) throw new Errors.MoleculerClientError('there is no such user', 404);
        return { data };
      },
    },
    page: {
      params: { limit: { type: 'number', convert: true } },
      async handler(ctx: Context<{ limit: number }>) {
        return { data: await users.page(ctx.params.limit) };
      },
    },
    create: {
      params: { email: 'string', firstName: 'string', lastName: 'string' },
      async handler(ctx: Context<NewUser, { $statusCode: number; $location: string }>) {
        const data = await users.insert(ctx.params);
        ctx.meta.$statusCode = 201;
        ctx.meta.$location = `/users/${data.id}`;
        return { data };
      },
    },
  },
});
await broker.start();
serveBench(0);
