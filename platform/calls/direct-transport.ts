import { create, isMessage, type Message, type MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { callContextOf } from '../core/call-context.ts';
import type { RunningService } from '../process/service.ts';
import { writeReplyMetadata } from './metadata.ts';

/** Calls a service of the same process: interceptors and operation on the message objects, no encoding, no stream. */
export function directTransport(service: RunningService): Transport {
  return {
    async unary(method, _signal, _timeoutMs, _header, input, contextValues) {
      const context = callContextOf(contextValues);
      if (!context) throw new ConnectError('the call has no context', Code.Unauthenticated);
      const request = isMessage(input) ? input : create(method.input, input);
      const answer = service.handle(method, request as Message, context);
      const reply = await (context.signal ? whileWanted(answer, context.signal) : answer);
      const metadata = writeReplyMetadata(reply);
      return {
        stream: false,
        service: method.parent,
        method,
        header: metadata.length > 0 ? new Headers(metadata) : NOTHING,
        message: reply.message as MessageShape<(typeof method)['output']>,
        trailer: NOTHING,
      };
    },
    stream() {
      throw new ConnectError('the services have unary RPCs only', Code.Unimplemented);
    },
  };
}

/** Ends the wait, not the work, when the caller is gone: as a call between processes does. */
function whileWanted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new ConnectError('the caller is gone', Code.Canceled));
    signal.addEventListener('abort', end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

const NOTHING = new Headers();
