import { isOldNats, NATS_VERSIONS } from '../../deploy/nats/server-version.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether a NATS server is one that an installation should have. */
export function natsVersionFinding(version: string): Finding {
  if (!isOldNats(version)) return ok('NATS version', version);
  return warning('NATS version', `${version} has known vulnerabilities`, `install ${NATS_VERSIONS}`);
}
