import { readNatsVersion, readStreamSize } from '../../deploy/nats/nats-state.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { natsVariablesFor } from '../../platform/events/nats/nats-variables.ts';
import { type Finding, failed, none, ok, wrong } from '../checks/finding.ts';
import { natsVersionFinding } from '../checks/nats-version.ts';

/** Checks whether NATS answers, in which version, and whether it has the event stream. */
export async function natsFindings(environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsVariablesFor(environment), environment);
    if (url === undefined) return [none('NATS', 'NATS_URL is not set; a platform in one process does not need NATS')];
    findings.push(natsVersionFinding(await readNatsVersion({ url, ca }, TIMEOUT_MS)));
    const size = await readStreamSize({ url, ca }, TIMEOUT_MS);
    findings.push(
      size === null
        ? wrong('NATS', 'the stream of events does not exist', 'lyceum nats provision')
        : ok('NATS', `${size} ${size === 1 ? 'event' : 'events'} stored`),
    );
  } catch (error) {
    findings.push(failed('NATS', error));
  }
  return findings;
}

const TIMEOUT_MS = 4_000;
