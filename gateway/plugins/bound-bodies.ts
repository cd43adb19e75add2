import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../endpoint/request-context.ts';
import type { Overload } from '../overload/overload.ts';
import type { Problem } from '../problem/problem.ts';

/**
 * Sheds requests of a client or an institution whose bodies hold more memory than its share of it, from their arrival to the end of their answers. What a body's
 * length says is taken before anything of it is read; one that comes in chunks takes what has come.
 */
export function boundBodies(api: FastifyInstance, overload: Overload, bytesAtMost: number): void {
  const take = (request: FastifyRequest, reply: FastifyReply, bytes: number): Problem | undefined => {
    const tenant = actorOf(request);
    const problem = overload.takeBody(tenant, bytes);
    if (!problem) reply.raw.once('close', () => overload.leaveBody(tenant, bytes));
    return problem;
  };
  api.addHook('onRequest', (request, reply, done) => {
    const length = Number(request.headers['content-length'] ?? 0);
    // One that is too large is refused unread.
    done(length > 0 && length <= bytesAtMost ? take(request, reply, length) : undefined);
  });
  api.addHook('preParsing', (request, reply, body, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, body);
    let room = 0;
    const bounded = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        if (reply.raw.closed) return next();
        room -= chunk.length;
        if (room >= 0) return next(null, chunk);
        const bytes = Math.ceil(-room / STEP_BYTES) * STEP_BYTES;
        room += bytes;
        next(take(request, reply, bytes), chunk);
      },
    });
    done(null, body.pipe(bounded));
  });
}

/** Taken at once, so that a body in chunks of one byte takes no place for each of them. */
const STEP_BYTES = 16 * 1024;
