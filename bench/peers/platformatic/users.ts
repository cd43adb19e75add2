import type { ServerInstance } from '@platformatic/db';
import { requiredVariable } from '../../targets/target.ts';
import { userSchemas } from '../../targets/user-schema.ts';
import { type NewUser, newRow } from '../../targets/user-table.ts';

/** The routes on the entity of the table: those that Platformatic would generate know no key of two columns. */
export default async function users(app: ServerInstance) {
  const institutionId = requiredVariable('INSTITUTION_ID');
  const { user } = app.platformatic.entities;
  if (!user) throw new Error('Platformatic has found no table of users');

  app.get<{ Params: { id: string } }>('/users/:id', { schema: userSchemas.get }, async (request, reply) => {
    const where = { institutionId: { eq: institutionId }, id: { eq: request.params.id } };
    const [data] = await user.find({ where, fields: FIELDS, ctx: request.platformaticContext });
    return data ? { data } : reply.code(404).send({});
  });

  app.get<{ Querystring: { limit: number } }>('/users', { schema: userSchemas.page }, async (request) => ({
    data: await user.find({
      where: { institutionId: { eq: institutionId } },
      orderBy: [
        { field: 'createdAt', direction: 'asc' },
        { field: 'id', direction: 'asc' },
      ],
      limit: Number(request.query.limit),
      fields: FIELDS,
      ctx: request.platformaticContext,
    }),
  }));

  app.post<{ Body: NewUser }>('/users', { schema: userSchemas.create }, async (request, reply) => {
    const inputs = [newRow(institutionId, request.body)];
    const [data] = await user.insert({ inputs, fields: FIELDS, ctx: request.platformaticContext });
    return reply.code(201).send({ data });
  });
}

const FIELDS = 'id email name firstName lastName image code isArchived createdAt updatedAt'.split(' ');
