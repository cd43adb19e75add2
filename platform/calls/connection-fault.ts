/** The fault of an address at which no program listens. */
export const NO_LISTENER = 'nothing listens there';

/**
 * Why a connection to a service failed, as a clause that completes "it cannot be reached: …".
 * @param details gRPC's details of the failed call
 * @param isSecured whether this process uses TLS
 */
export function connectionFault(details: string, isSecured: boolean): string {
  const known = KNOWN.find(([pattern]) => pattern.test(details));
  if (known) return known[1];
  // A server that rejects our certificate, or the lack of one, closes the connection without a reason.
  if (/Failed to connect|ECONNRESET|Connection dropped/.test(details))
    return isSecured
      ? 'it closes the connection: it may not trust our certificate (GRPC_TLS_CERT), or the certificate may have expired'
      : 'it closes the connection: it may require TLS (GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA)';
  return (/Last error: (.*?)(\. Resolution note|$)/s.exec(details)?.[1] ?? details).trim();
}

const KNOWN: readonly [pattern: RegExp, fault: string][] = [
  [/certificate has expired/, 'its certificate has expired'],
  [/certificate is not yet valid/, 'its certificate is not valid yet'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate has another name than the one by which we call it'],
  [
    /self-signed certificate|unable to (get|verify)/,
    'its certificate is not from an authority that we trust (GRPC_TLS_CA)',
  ],
  [/wrong version number|packet length too long/, 'it does not speak TLS, and we do'],
  [/Protocol error|no application protocol/, 'it does not speak gRPC: is it the port of Connect (CONNECT_PORT)?'],
  [/names no role/, 'it rejects our certificate, which names no role: spiffe://lyceum/… (GRPC_TLS_CERT)'],
  [/ECONNREFUSED/, NO_LISTENER],
];
