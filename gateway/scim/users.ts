import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { type SyncedUser, SyncedUserService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { checkConditions, isNotModified } from '../endpoint/conditions.ts';
import type { EndpointDeps } from '../endpoint/handler.ts';
import { Problem } from '../problem/problem.ts';
import { readAttributes } from './given-user.ts';
import { pageOf, queryByName } from './list-query.ts';
import { readPatch } from './patch.ts';
import { readFilter } from './read-filter.ts';
import { listOf, sendScim } from './scim-answer.ts';
import { bodyOf, requireTag, ScimCall } from './scim-call.ts';
import { patchedUser, projection, syncedUser, userResource } from './user-resource.ts';

/** How often a PATCH begins again because another request has changed the user since it was read. */
const ATTEMPTS = 5;

/** `/scim/v2/Users`. */
export function users(app: FastifyInstance, deps: EndpointDeps, base: () => string): void {
  const route = (
    verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    run: (call: ScimCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.route({
      method: verb,
      url,
      config: { service: 'directory', queryNames: QUERY_NAMES },
      handler: async (request, reply) => {
        checkConditions(request);
        await run(new ScimCall(request, deps), request, reply);
        return reply;
      },
    });
  const send = (reply: FastifyReply, synced: SyncedUser | undefined, request: FastifyRequest, status = 200) => {
    const { json, etag } = userResource(present(synced, 'syncedUser'), base());
    const shown = projection(queryByName(request.query))(json);
    return sendScim(reply.code(status).headers({ etag, location: `${base()}/Users/${json.id}` }), shown);
  };
  const find = async (call: ScimCall, id: string) =>
    present((await call.read(SyncedUserService.method.getSyncedUser, { id })).syncedUser, 'syncedUser');

  route('GET', '/Users', async (call, { query: given }, reply) => {
    const query = queryByName(given);
    const { offset, limit } = pageOf(query);
    const wanted = query.filter === undefined ? {} : readFilter(String(query.filter));
    const { syncedUsers, total } = wanted
      ? await call.read(SyncedUserService.method.listSyncedUsers, { ...wanted, offset, limit })
      : { syncedUsers: [], total: 0 };
    const projected = projection(query);
    const resources = syncedUsers.map((each) => projected(userResource(each, base()).json));
    return sendScim(reply, listOf(resources, total, offset + 1));
  });

  route('GET', '/Users/:id', async (call, request, reply) => {
    const synced = await find(call, idIn(request));
    if (isNotModified(request, reply, userResource(synced, base()).etag)) return reply.code(304).send();
    return send(reply, synced, request);
  });

  route('POST', '/Users', async (call, request, reply) => {
    const created = await call.write(SyncedUserService.method.createSyncedUser, {
      syncedUser: syncedUser(givenIn(request)),
    });
    return send(reply, created.syncedUser, request, 201);
  });

  route('PUT', '/Users/:id', async (call, request, reply) => {
    const given = givenIn(request);
    const id = idIn(request);
    // A PUT must know the values that it keeps, and another request may change them meanwhile.
    const syncedOf = async () => {
      const known = await find(call, id);
      const precondition = requireTag(request, userResource(known, base()).etag, known);
      return { id, precondition, syncedUser: syncedUser(given, known.user?.isArchived) };
    };
    const replaced = await untilCurrent(request, async () =>
      call.write(SyncedUserService.method.replaceSyncedUser, await syncedOf()),
    );
    return send(reply, replaced.syncedUser, request);
  });

  route('PATCH', '/Users/:id', async (call, request, reply) => {
    const id = idIn(request);
    const patchedOf = async () => {
      const known = await find(call, id);
      const { json, etag } = userResource(known, base());
      const precondition = requireTag(request, etag, known);
      const user = present(known.user, 'user');
      const own = { id: user.id, meta: json.meta, email: user.email, image: user.image ?? null };
      return { id, precondition, syncedUser: patchedUser(known, readPatch(bodyOf(request), own)) };
    };
    const patched = await untilCurrent(request, async () =>
      call.write(SyncedUserService.method.replaceSyncedUser, await patchedOf()),
    );
    return send(reply, patched.syncedUser, request);
  });

  route('DELETE', '/Users/:id', async (call, request, reply) => {
    const id = idIn(request);
    const known = request.headers['if-match'] === undefined ? undefined : await find(call, id);
    const precondition = known && requireTag(request, userResource(known, base()).etag, known);
    await call.write(SyncedUserService.method.removeSyncedUser, { id, ...(precondition ? { precondition } : {}) });
    return reply.code(204).send();
  });

  // Without this route, the path would match the one of a single user.
  app.post('/Users/.search', async () => {
    throw new Problem(404, 'resource_not_found', { detail: 'There is no search by POST: use the parameter filter.' });
  });
}

const QUERY_NAMES = new Set(['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']);

function idIn({ params }: FastifyRequest): string {
  return (params as { readonly id: string }).id.slice(0, 255);
}

function givenIn(request: FastifyRequest) {
  const given = {};
  readAttributes(given, bodyOf(request));
  return given;
}

/** Tries again if the user has changed since it was read, unless the request names the state it means. */
async function untilCurrent<T>(request: FastifyRequest, write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === 'REVISION_STALE';
      if (!isStale || request.headers['if-match'] !== undefined || attempt === ATTEMPTS) throw error;
    }
  }
}
