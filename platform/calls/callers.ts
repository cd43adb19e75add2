import { Code, ConnectError } from '@connectrpc/connect';
import type { IdentityVerifier } from './identity/identity-verifier.ts';
import type { ServiceTls } from './tls.ts';

/** Whom a server believes, and what it says to others. */
export interface Callers {
  /** Whose certificates the server trusts, and as whom it shows itself; without them anybody may call, unencrypted. */
  readonly tls?: ServiceTls | undefined;
  /** Tells who its callers are. */
  readonly verifier: IdentityVerifier;
  /** Whether those who are not known hear what they lack: not in production. */
  readonly explains?: boolean | undefined;
}

/** An error as callers hear it. */
export function explainUnauthenticated({ explains }: Callers, error: ConnectError): ConnectError {
  if (!explains || error.code !== Code.Unauthenticated) return error;
  const { rawMessage, code, metadata, details, cause } = error;
  return new ConnectError(`${rawMessage} ${WHAT_IS_MISSING}`, code, metadata, details as OutgoingDetails, cause);
}

const WHAT_IS_MISSING =
  'The metadata lyceum-identity must be what lyceum.directory.v1.OperatorService/AuthenticateOperator or IntegrationService/AuthenticateIntegration has answered a moment ago, and an operator names the institution in lyceum-institution-id: docs/internal-services.md.';

type OutgoingDetails = ConstructorParameters<typeof ConnectError>[3];
