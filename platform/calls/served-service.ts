import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import type { CallContext } from '../core/call-context.ts';
import type { Ids } from '../core/ids.ts';
import type { Reply } from '../core/reply.ts';

/** A service from the view of the servers that receive its calls. */
export interface ServedService {
  readonly definition: { readonly name: string; readonly implementations: readonly Implemented[] };
  readonly runtime: { readonly ids: Pick<Ids, 'newRequestId'> };
  /** Answers a call. Throws ConnectErrors only. */
  invoke(method: DescMethod, request: Message, context: CallContext): Promise<Reply>;
  /** Whether the service is ready. */
  isReady(): Promise<boolean>;
  /** Whether it cannot write because the disk is full. */
  readonly isDiskFull: boolean;
}

interface Implemented {
  readonly service: DescService;
}
