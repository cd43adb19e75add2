import { errors } from '@nats-io/transport-node';

/**
 * Translates misleading errors of the NATS client library: if nothing answers, it reports that JetStream is not
 * enabled, and if a stream's servers have no leader, a timeout. Returns other errors unchanged.
 * @param what the requested stream or bucket
 */
export function trueCause(error: unknown, what: string): unknown {
  if (isUnanswered(error)) {
    const why = `NATS is available, but nothing answers for ${what}: it is not provisioned, or too few of its servers are running`;
    return new Error(why, { cause: error });
  }
  if (causesOf(error).some((cause) => cause instanceof errors.TimeoutError)) {
    const why = `NATS does not answer for ${what} in time: it is not provisioned, too few of its servers are running, or they are slow`;
    return new Error(why, { cause: error });
  }
  return error;
}

/** Whether an error says that nothing answers a request, or that its cause does. */
export function isUnanswered(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof errors.NoRespondersError);
}

/** An error and its causes. */
function* causesOf(error: unknown) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
