import { defineEntity, type InferEntity, MikroORM, p } from '@mikro-orm/postgresql';
import Fastify from 'fastify';
import { systemIds } from '../../../platform/core/ids.ts';
import { requiredVariable, serveBench } from '../../targets/target.ts';
import { userSchemas } from '../../targets/user-schema.ts';
import type { NewUser } from '../../targets/user-table.ts';

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    institutionId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    emailKey: p.text().lazy(),
    name: p.text(),
    nameIsOwn: p.boolean().lazy(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    image: p.text().nullable(),
    code: p.text().nullable(),
    isArchived: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    revision: p.uuid().lazy(),
  },
});

export const institutionId = requiredVariable('INSTITUTION_ID');

export const orm = await MikroORM.init({
  clientUrl: requiredVariable('DIRECTORY_DATABASE_URL'),
  entities: [User],
  pool: { min: 8, max: 8 },
});

/** The row of a user to create. */
export function rowOf({ email, firstName, lastName }: NewUser) {
  const now = new Date();
  return {
    institutionId,
    id: systemIds.newId(),
    email,
    emailKey: email.toLowerCase(),
    name: `${firstName} ${lastName}`,
    nameIsOwn: false,
    firstName,
    lastName,
    image: null,
    code: null,
    isArchived: false,
    createdAt: now,
    updatedAt: now,
    revision: systemIds.newId(),
  };
}

type Shown = Pick<InferEntity<typeof User>, 'id' | 'email' | 'name' | 'isArchived' | 'createdAt' | 'updatedAt'>;

interface Users {
  get(id: string): Promise<Shown | null | undefined>;
  page(limit: number): Promise<readonly Shown[]>;
  insert(user: NewUser): Promise<Shown>;
}

/** Serves the routes on Fastify. */
export async function serve(users: Users): Promise<void> {
  const app = Fastify();
  app.get<{ Params: { id: string } }>('/users/:id', { schema: userSchemas.get }, async (request, reply) => {
    const data = await users.get(request.params.id);
    return data ? { data } : reply.code(404).send({});
  });
  app.get<{ Querystring: { limit: number } }>('/users', { schema: userSchemas.page }, async (request) => ({
    data: await users.page(Number(request.query.limit)),
  }));
  app.post<{ Body: NewUser }>('/users', { schema: userSchemas.create }, async (request, reply) =>
    reply.code(201).send({ data: await users.insert(request.body) }),
  );
  serveBench(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port));
}
