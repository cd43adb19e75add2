/** The fault of an address at which there is no program. */
export const NO_LISTENER = 'nothing listens there';

/**
 * Why a connection to a service was not made, in words that complete "it cannot be reached: …".
 * @param details what gRPC says of the failed call
 * @param isSecured whether we came with TLS
 */
export function connectionFault(details: string, isSecured: boolean): string {
  const known = KNOWN.find(([pattern]) => pattern.test(details));
  if (known) return known[1];
  // Whoever does not like our certificate, or that we have none, hangs up, and does not say why.
  if (/Failed to connect|ECONNRESET|Connection dropped/.test(details))
    return isSecured
      ? 'it hangs up, as one does that does not trust our certificate (GRPC_TLS_CERT), or finds it expired'
      : 'it hangs up, as one does that expects TLS (GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA)';
  return (/Last error: (.*?)(\. Resolution note|$)/s.exec(details)?.[1] ?? details).trim();
}

const KNOWN: readonly [pattern: RegExp, fault: string][] = [
  [/certificate has expired/, 'its certificate has expired'],
  [/certificate is not yet valid/, 'its certificate is not valid yet'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate bears another name than that under which we call it'],
  [/self-signed certificate|unable to (get|verify)/, 'its certificate is of no authority that we trust (GRPC_TLS_CA)'],
  [/wrong version number|packet length too long/, 'it does not speak TLS, and we do'],
  [/names no role/, 'it refuses our certificate, which names no role: spiffe://lyceum/… (GRPC_TLS_CERT)'],
  [/ECONNREFUSED/, NO_LISTENER],
];
