import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { natsVariablesFor } from '../../platform/events/nats/nats-variables.ts';
import { readNatsVersion, readStreamSize } from '../../platform/events/nats-state.ts';
import { type Finding, failed, none, ok } from '../checks/finding.ts';
import { natsVersionFinding } from '../checks/nats-version.ts';

/** Checks whether NATS answers, in which version, and whether it has the event stream. */
export async function natsFindings(environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsVariablesFor(environment), environment);
    if (url === undefined) return [none('NATS', 'NATS_URL is not set; a platform in one process does not need NATS')];
    findings.push(natsVersionFinding(await readNatsVersion({ url, ca }, TIMEOUT_MS)));
    findings.push(ok('NATS', `${await readStreamSize({ url, ca }, TIMEOUT_MS)} events stored`));
  } catch (error) {
    findings.push(failed('NATS', error, 'lyceum nats provision    # if the stream is missing'));
  }
  return findings;
}

const TIMEOUT_MS = 4_000;
