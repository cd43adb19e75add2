import { readNatsVersion, readStreamSize } from '../../deploy/nats/nats-state.ts';
import { type Environment, isSet, readConfig } from '../../platform/core/config/config.ts';
import { natsVariables, natsVariablesFor } from '../../platform/events/nats/nats-variables.ts';
import { peerVariable } from '../../platform/process/peers.ts';
import { type Finding, failed, none, ok, wrong } from '../checks/finding.ts';
import { natsVersionFinding } from '../checks/nats-version.ts';
import { withRunning } from '../running.ts';
import { SERVICES } from '../service-names.ts';

/** Checks whether NATS answers, in which version, and whether it has the event stream. */
export async function natsFindings(given: Environment): Promise<Finding[]> {
  const environment = withRunning(given);
  const findings: Finding[] = [];
  try {
    // Services at one address are one process.
    const isDivided = SERVICES.some((service) => isSet(peerVariable(service), environment));
    const variables = isDivided ? natsVariablesFor(environment) : natsVariables;
    const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(variables, environment);
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
