import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { natsVariablesFor } from '../../platform/events/nats/nats-variables.ts';
import { readStreamSize } from '../../platform/events/stream-size.ts';
import { type Finding, failed, none, ok } from '../checks/finding.ts';

/** Whether NATS answers and has the stream of events. */
export async function natsFinding(environment: Environment): Promise<Finding> {
  try {
    const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsVariablesFor(environment), environment);
    if (url === undefined) return none('NATS', 'NATS_URL is not set: a platform in one process needs none');
    return ok('NATS', `${await readStreamSize({ url, ca }, TIMEOUT_MS)} events kept`);
  } catch (error) {
    return failed('NATS', error, 'lyceum nats provision, if the stream is missing');
  }
}

const TIMEOUT_MS = 4_000;
