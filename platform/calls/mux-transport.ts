import { MuxClient, type MuxClientOptions, type MuxReply } from '../../libraries/grpc-mux/index.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';
import { writeContext } from './metadata.ts';
import { NO_HEADERS, pathOf, type RemoteTransport, remoteCalls } from './remote-transport.ts';
import { mayRepeat, RetryBudget, retryCall } from './retries.ts';

/** The method that carries multiplexed calls. Other clients make ordinary calls on the same port. */
export const MUX_PATH = '/lyceum.rpc.v1.Mux/Calls';

interface MuxTransportOptions extends Pick<MuxClientOptions, 'targets' | 'resolve' | 'credentials' | 'resolveEveryMs'> {
  /** Called with the reason why an address cannot be reached, once per reason, until it was reached again. */
  readonly onUnreachable?: ((address: string, fault: string) => void) | undefined;
}

/**
 * Calls a service over multiplexed streams, one to each of its addresses. Retries repeatable calls that are cut off.
 */
export function muxTransport({ onUnreachable, ...options }: MuxTransportOptions): RemoteTransport {
  const isSecured = options.credentials !== undefined;
  const client = new MuxClient({
    ...options,
    path: MUX_PATH,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    onUnreachable: (address, details) => onUnreachable?.(address, connectionFault(details, isSecured)),
  });
  const budget = new RetryBudget();
  const calls = remoteCalls(async (method, payload, context) => {
    const metadata = writeContext(context);
    const attempt = () => client.call(pathOf(method), payload, metadata, context);
    const reply = await (mayRepeat(method, context) ? retryCall(attempt, budget, context) : attempt());
    return { payload: reply.payload, header: headersOf(reply) };
  });
  return {
    ...calls,
    close: () => client.close(),
    get link() {
      return { retries: budget.spent, addresses: client.addresses };
    },
  };
}

function headersOf({ metadata }: MuxReply): Headers {
  return metadata.length > 0 ? new Headers(metadata.map(({ name, value }) => [name, value])) : NO_HEADERS;
}

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
