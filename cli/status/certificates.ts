import { X509Certificate } from 'node:crypto';
import { tlsVariables } from '../../platform/calls/tls.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { natsAddressVariables } from '../../platform/events/nats/nats-variables.ts';
import { type Finding, failed, none, ok, wrong } from '../checks/finding.ts';

const { GRPC_TLS_CERT, GRPC_TLS_CA } = tlsVariables;
const { NATS_TLS_CA } = natsAddressVariables;

/** Checks until when each certificate in the environment is valid. */
export function certificateFindings(environment: Environment): Finding[] {
  const found = Object.entries({ GRPC_TLS_CERT, GRPC_TLS_CA, NATS_TLS_CA }).flatMap(([name, variable]) => {
    try {
      const pem = readConfig({ [name]: variable }, environment)[name];
      return pem === undefined ? [] : certificatesOf(pem).map((certificate) => findingOf(name, certificate));
    } catch (error) {
      return [failed(`certificate ${name}`, error)];
    }
  });
  return found.length > 0 ? found : [none('certificates', 'none in the environment (GRPC_TLS_CERT, …)')];
}

/** Throws an Error if the text contains no certificate. */
function certificatesOf(pem: string): X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs);
  if (!texts) throw new Error('it contains no PEM certificate');
  return texts.map((text) => new X509Certificate(text));
}

function findingOf(name: string, { validTo, validToDate }: X509Certificate): Finding {
  const days = Math.floor((validToDate.getTime() - systemClock.now()) / DAY_MS);
  const thing = `certificate ${name}`;
  if (days < 0) return wrong(thing, `expired on ${validTo}`);
  const detail = `valid until ${validTo}`;
  return days < DAYS_LEFT_AT_LEAST ? wrong(thing, `${detail}: renew it`) : ok(thing, detail);
}

const DAYS_LEFT_AT_LEAST = 7;
