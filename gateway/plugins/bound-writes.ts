import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Clock } from '../../platform/core/clock.ts';
import { clientOf } from '../endpoint/request-context.ts';
import { Problem } from '../problem/problem.ts';
import type { WriteAllowance } from '../write-allowance/write-allowance.ts';

/** Refuses the writes of a client who has written all that he may in a day; his reads go on. */
export function boundWrites({ writes, clock }: { readonly writes: WriteAllowance; readonly clock: Clock }) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const seconds = READS.has(request.method) ? undefined : writes.refuse(clientOf(request), clock.now());
    done(seconds === undefined ? undefined : writesSpent(writes.bytesPerDay, seconds));
  };
}

const READS = new Set(['GET', 'HEAD']);

/** The refusal of a client whose allowance is spent. @param seconds until it may write again */
export function writesSpent(bytesPerDay: number, seconds: number): Problem {
  return new Problem(429, 'rate_limit_exceeded', {
    detail: `This integration has written the ${Math.ceil(bytesPerDay / MEGABYTE)} MB that it may write in a day (UTC). Repeat the request after the time that Retry-After gives; reads are not affected.`,
    headers: { 'retry-after': String(seconds) },
  });
}

const MEGABYTE = 1024 * 1024;
