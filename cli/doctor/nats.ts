import { readNatsVersion } from '../../deploy/nats/nats-state.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { natsAddressVariables } from '../../platform/events/nats/nats-variables.ts';
import { type Finding, none } from '../checks/finding.ts';
import { natsVersionFinding } from '../checks/nats-version.ts';

/** Checks the version of the NATS server that the environment names. */
export async function natsFindings(environment: Environment): Promise<Finding[]> {
  try {
    const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsAddressVariables, environment);
    if (url === undefined) return [];
    return [natsVersionFinding(await readNatsVersion({ url, ca }, TIMEOUT_MS))];
  } catch {
    // Wrong variables are reported with the others, and what a running platform lacks by `lyceum status`.
    return [none('NATS version', 'unknown: NATS does not answer at NATS_URL')];
  }
}

const TIMEOUT_MS = 4_000;
