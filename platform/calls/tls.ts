import { createSecureContext } from 'node:tls';
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import type { Variable } from '../core/config/config.ts';
import { optional } from '../core/config/variables.ts';
import { StartError } from '../core/start-error.ts';

function pem(description: string): Variable<string | undefined> {
  return optional({ description, secret: true, allowed: 'PEM', parse: (value) => value });
}

/** What a process reads for mutual TLS between processes: PEM texts, or as files by the variable's name with `_FILE` behind it. All three or none. */
export const tlsVariables = {
  GRPC_TLS_CERT: pem(
    'certificate of this process for gRPC, PEM; it must have the name under which other processes reach this one',
  ),
  GRPC_TLS_KEY: pem('private key of GRPC_TLS_CERT, PEM'),
  GRPC_TLS_CA: pem('CA certificates for services and callers, PEM'),
};

export type TlsConfig = { readonly [K in keyof typeof tlsVariables]?: string | undefined };

interface Pems {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

/** How a process shows itself to the services that it calls, and whom it believes; undefined without TLS. Throws a StartError. */
export function callerCredentials(config: TlsConfig): ChannelCredentials | undefined {
  const pems = pemsOf(config);
  return pems && credentials.createSsl(pems.ca, pems.key, pems.cert);
}

/** How a service shows itself, and whom it believes, as Node's servers have it. */
export interface ServiceTls extends Pems {
  readonly requestCert: true;
  readonly rejectUnauthorized: true;
}

/** How a service shows itself; callers must show a certificate of a trusted authority. Undefined without TLS. Throws a StartError. */
export function serviceTls(config: TlsConfig): ServiceTls | undefined {
  const pems = pemsOf(config);
  return pems && { ...pems, requestCert: true, rejectUnauthorized: true };
}

function pemsOf({ GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca }: TlsConfig): Pems | undefined {
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new StartError('GRPC_TLS_CERT, GRPC_TLS_KEY and GRPC_TLS_CA belong together: set all three, or none.');
  try {
    createSecureContext({ cert, key, ca });
  } catch (cause) {
    throw new StartError('GRPC_TLS_CERT, GRPC_TLS_KEY or GRPC_TLS_CA is no PEM, or they do not belong together.', {
      cause,
    });
  }
  return { cert: Buffer.from(cert), key: Buffer.from(key), ca: Buffer.from(ca) };
}
