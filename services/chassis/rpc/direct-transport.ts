import {
  create,
  type DescMessage,
  type DescMethodUnary,
  isMessage,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { callContextOf } from '../call-context.ts';
import type { RunningService } from '../service.ts';
import { writeReplyFacts } from './metadata.ts';

/** Calls a service of the same process: interceptors and operation on the message objects, no encoding, no stream. */
export function directTransport(service: RunningService): Transport {
  return {
    async unary(method, _signal, _timeoutMs, _header, input, contextValues) {
      const context = callContextOf(contextValues);
      if (!context) throw new ConnectError('the call has no context', Code.Unauthenticated);
      const request = isMessage(input) ? input : create(method.input, input);
      const reply = await service.handle(method, request as Message, context);
      return {
        stream: false,
        service: method.parent,
        method,
        header: reply.facts ? new Headers(writeReplyFacts(reply.facts)) : NOTHING,
        message: reply.message as MessageShape<(typeof method)['output']>,
        trailer: NOTHING,
      };
    },
    stream() {
      throw new ConnectError('the services have unary RPCs only', Code.Unimplemented);
    },
  };
}

const NOTHING = new Headers();

export type UnaryMethod = DescMethodUnary<DescMessage, DescMessage>;
