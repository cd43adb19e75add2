import Fastify from 'fastify';
import { serveBench } from './target.ts';
import { userSchemas } from './user-schema.ts';

/** The lower baseline: a bare Fastify route that answers from memory. */
const app = Fastify();
const user = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  email: 'bench@example.org',
  name: 'Bench User',
  firstName: 'Bench',
  lastName: 'User',
  image: null,
  code: 'B-0001',
  isArchived: false,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};
app.get('/users/:id', { schema: userSchemas.get }, async () => ({ data: user }));
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
serveBench(typeof address === 'object' && address ? address.port : 0);
