import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serveBench } from './target.ts';
import { userSchemas } from './user-schema.ts';
import type { NewUser } from './user-table.ts';

interface Users {
  get(id: string): Promise<unknown>;
  /** The first page. */
  page(limit: number): Promise<readonly object[]>;
  insert(user: NewUser, request: FastifyRequest): Promise<object>;
}

/** Serves the routes of users on Fastify, however the target reads and writes them, and more routes if it has some. */
export async function serveUsers(users: Users, addMore?: (app: FastifyInstance) => void): Promise<void> {
  const app = Fastify();
  app.get<{ Params: { id: string } }>('/users/:id', { schema: userSchemas.get }, async (request, reply) => {
    const data = await users.get(request.params.id);
    return data ? { data } : reply.code(404).send({});
  });
  app.get<{ Querystring: { limit: number } }>('/users', { schema: userSchemas.page }, async (request) => ({
    data: await users.page(Number(request.query.limit)),
  }));
  app.post<{ Body: NewUser }>('/users', { schema: userSchemas.create }, async (request, reply) =>
    reply.code(201).send({ data: await users.insert(request.body, request) }),
  );
  addMore?.(app);
  serveBench(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port));
}
