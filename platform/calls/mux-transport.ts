import { MuxClient, type MuxClientOptions, type MuxReply } from '../../libraries/grpc-mux/index.ts';
import { connectionFault } from './connection-fault.ts';
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

/** Calls a service over multiplexed streams, one to each of its addresses. Retries repeatable calls that are cut off. */
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
