import { serveUsers } from './serve-users.ts';

/** A machine's own figure: a bare Fastify route that answers from memory. */
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
await serveUsers({ get: async () => user, page: async () => [user], insert: async () => user });
