import { type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Overload } from '../overload/overload.ts';
import type { Problem } from '../problem/problem.ts';
import { tenantOf } from './request-state.ts';

/**
 * Reserves bytes for a request's body until the end of its answer; returns the problem when the bodies of its client or institution exceed
 * their share of memory. The announced length is reserved before anything of the body is read.
 */
export function takeBody(
  overload: Overload,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): Problem | undefined {
  const tenant = tenantOf(request);
  const problem = overload.takeBody(tenant, bytes);
  if (!problem) reply.raw.once('close', () => overload.leaveBody(tenant, bytes));
  return problem;
}

/** A chunked body, limited as its chunks arrive. */
export function boundChunks(
  overload: Overload,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
): Readable {
  let room = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      if (reply.raw.closed) return next();
      room -= chunk.length;
      if (room >= 0) return next(null, chunk);
      const bytes = Math.ceil(-room / STEP_BYTES) * STEP_BYTES;
      room += bytes;
      next(takeBody(overload, request, reply, bytes), chunk);
    },
  });
  return body.pipe(bounded);
}

/** Reserved in steps, so that a body in chunks of one byte does not make one reservation for each. */
const STEP_BYTES = 16 * 1024;
