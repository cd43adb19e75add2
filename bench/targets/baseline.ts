import { serveAppointments } from './baseline-appointments.ts';
import { findKey, writeOnce } from './baseline-database.ts';
import { serveSessions } from './baseline-sessions.ts';
import { serveVersionDetail } from './baseline-version-detail.ts';
import { serveUsers } from './serve-users.ts';
import { UserTable } from './user-table.ts';

/**
 * The baseline: one hand-written process with Fastify and prepared `pg` statements on the product's own tables. No
 * authentication, no rate limit, no signed cursor, no ETag, no events.
 */
const users = new UserTable();
await serveUsers(
  {
    get: (id) => users.get(id),
    page: (limit) => users.page(limit),
    async insert(user, request) {
      const answer = await writeOnce(users.pool, request, async (client) => {
        await findKey(client, request);
        return { status: 201, data: await users.insert(user, client) };
      });
      return answer.data;
    },
  },
  (app) => {
    serveAppointments(app, users.pool);
    serveSessions(app, users.pool);
    serveVersionDetail(app);
  },
);
