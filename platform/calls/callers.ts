import { Code, ConnectError } from '@connectrpc/connect';
import type { IdentityVerifier } from './identity/identity-verifier.ts';
import type { ServiceTls } from './tls.ts';

/** How a server authenticates callers, and what errors it returns. */
export interface Callers {
  /** The server's certificate and the authorities it trusts; if absent, anyone can connect, unencrypted. */
  readonly tls?: ServiceTls | undefined;
  /** Verifies the identities of callers. */
  readonly verifier: IdentityVerifier;
  /** Whether errors to unauthenticated callers explain what is missing: not in production. */
  readonly explains?: boolean | undefined;
}

/** The error to return to a caller. */
export function explainUnauthenticated({ explains }: Callers, error: ConnectError): ConnectError {
  if (!explains || error.code !== Code.Unauthenticated) return error;
  const { rawMessage, code, metadata, details, cause } = error;
  return new ConnectError(`${rawMessage} ${WHAT_IS_MISSING}`, code, metadata, details as OutgoingDetails, cause);
}

const WHAT_IS_MISSING =
  'The metadata lyceum-identity must be what lyceum.directory.v1.OperatorService/AuthenticateOperator or IntegrationService/AuthenticateIntegration has answered a moment ago, and an operator names the institution in lyceum-institution-id: docs/internal-services.md.';

type OutgoingDetails = ConstructorParameters<typeof ConnectError>[3];
