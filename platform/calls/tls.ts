import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import type { Variable } from '../core/config/config.ts';
import { optional } from '../core/config/variables.ts';
import { StartError } from '../core/start-error.ts';

function pem(description: string): Variable<string | undefined> {
  return optional({ description, secret: true, allowed: 'PEM', parse: (value) => value });
}

/**
 * The variables for mutual TLS between processes: PEM texts, or files with the suffix `_FILE`. Set all three, or none.
 */
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

/** The client credentials of a process for the services that it calls; undefined without TLS. Throws a StartError. */
export function callerCredentials(config: TlsConfig): ChannelCredentials | undefined {
  const pems = pemsOf(config);
  return pems && credentials.createSsl(pems.ca, pems.key, pems.cert);
}

/** The TLS options of a service, for Node's servers. */
export interface ServiceTls extends Pems {
  readonly requestCert: true;
  readonly rejectUnauthorized: true;
}

/**
 * The TLS options of a service; callers must present a certificate of a trusted authority. Undefined without TLS.
 * Throws a StartError.
 */
export function serviceTls(config: TlsConfig): ServiceTls | undefined {
  const pems = pemsOf(config);
  return pems && { ...pems, requestCert: true, rejectUnauthorized: true };
}

/** When the certificate of a process ends, in epoch milliseconds; null without TLS. */
export function certificateEnd({ GRPC_TLS_CERT: cert }: TlsConfig): number | null {
  return cert === undefined ? null : new X509Certificate(cert).validToDate.getTime();
}

function pemsOf({ GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca }: TlsConfig): Pems | undefined {
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new StartError('GRPC_TLS_CERT, GRPC_TLS_KEY and GRPC_TLS_CA belong together: set all three, or none.');
  try {
    createSecureContext({ cert, key, ca });
  } catch (cause) {
    throw new StartError('GRPC_TLS_CERT, GRPC_TLS_KEY or GRPC_TLS_CA is not PEM, or they do not belong together.', {
      cause,
    });
  }
  return { cert: Buffer.from(cert), key: Buffer.from(key), ca: Buffer.from(ca) };
}
