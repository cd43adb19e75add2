import type { Call } from '../platform/calls/caller.ts';
import { ANONYMOUS } from '../platform/core/actor.ts';
import type { CallContext } from '../platform/core/call-context.ts';
import { monotonicMs } from '../platform/core/clock.ts';
import { FIRST_SERVER } from '../platform/data/placements.ts';
import { OperatorService } from '../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { CommandFailure } from './failure.ts';
import type { OperatorToken } from './operator-token.ts';

/** The session of an operator: exchanges the token at identity for a signed identity, which all services accept. */
export class OperatorSession {
  readonly #findToken: () => Promise<OperatorToken>;
  readonly #callAs: (identity: Pick<CallContext, 'actor' | 'token'>) => Call;
  #identity: Promise<string> | undefined;
  #servers: Readonly<Record<string, string>> = {};
  #begunMs = 0;

  /** @param callAs calls services with an identity */
  constructor(
    findToken: () => Promise<OperatorToken>,
    callAs: (identity: Pick<CallContext, 'actor' | 'token'>) => Call,
  ) {
    this.#findToken = findToken;
    this.#callAs = callAs;
  }

  /** The signed identity of the operator, valid for some minutes more. Throws a CommandFailure if there is none. */
  identity(): Promise<string> {
    if (this.#identity === undefined || monotonicMs() - this.#begunMs > RENEWED_AFTER_MS) {
      this.#begunMs = monotonicMs();
      const identity = this.#authenticate();
      this.#identity = identity;
      identity.catch(() => {
        if (this.#identity === identity) this.#identity = undefined;
      });
    }
    return this.#identity;
  }

  /** The server with the rows of an institution, as identity has said it last. */
  serverOf(institutionId: string): string {
    return this.#servers[institutionId] ?? FIRST_SERVER;
  }

  async #authenticate(): Promise<string> {
    const { token: credential, source } = await this.#findToken();
    const call = this.#callAs({ actor: ANONYMOUS });
    const { identity } = await call(OperatorService.method.authenticateOperator, { credential });
    if (identity) {
      this.#servers = identity.servers;
      return identity.token;
    }
    throw new CommandFailure(`The operator's token of ${source} is unknown here, was revoked or has expired.`);
  }
}

/** Less than half of the lifetime of an operator's identity. */
const RENEWED_AFTER_MS = 120_000;
