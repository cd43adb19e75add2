import { errors } from '@nats-io/transport-node';

/**
 * What an error of NATS means for whoever uses something there, which the client's library does not know: where nobody answers it says that JetStream is not
 * enabled, and where a stream's servers have no leader, that the time is over. Others are returned as they are.
 * @param what the stream or bucket that was asked for
 */
export function trueCause(error: unknown, what: string): unknown {
  const causes = [...causesOf(error)];
  if (causes.some((cause) => cause instanceof errors.NoRespondersError)) {
    const why = `NATS is there, but nobody answers for ${what}: it is not provisioned, or too few of its servers run`;
    return new Error(why, { cause: error });
  }
  if (causes.some((cause) => cause instanceof errors.TimeoutError)) {
    const why = `NATS does not answer for ${what} in time: it is not provisioned, too few of its servers run, or they are slow`;
    return new Error(why, { cause: error });
  }
  return error;
}

/** An error, and what has led to it. */
function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
