import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import type { CallContext } from '../core/call-context.ts';
import type { Ids } from '../core/ids.ts';
import type { Reply } from '../core/reply.ts';

/** A service as the servers see it that bring it calls. */
export interface ServedService {
  readonly definition: { readonly name: string; readonly implementations: readonly Implemented[] };
  readonly runtime: { readonly ids: Pick<Ids, 'newRequestId'> };
  /** Answers a call. Throws ConnectErrors only. */
  invoke(method: DescMethod, request: Message, context: CallContext): Promise<Reply>;
  /** Whether the service can do its work. */
  isReady(): Promise<boolean>;
  /** Whether it cannot write for want of disk. */
  readonly isDiskFull: boolean;
}

interface Implemented {
  readonly service: DescService;
}
