import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { monotonicMs } from '../../core/clock.ts';
import { Refusal } from '../../core/errors/refusal.ts';
import { Durations } from './durations.ts';

/** The outcomes of one RPC's calls. */
export interface CallsOfMethod {
  readonly method: DescMethod;
  readonly durations: Durations;
  /** The number of calls by gRPC status; 0 is success. */
  readonly codes: ReadonlyMap<number, number>;
}

/** Counts RPCs and their durations, on the server or the client side. */
export class CallTimes {
  readonly #methods = new Map<DescMethod, { method: DescMethod; durations: Durations; codes: Map<number, number> }>();
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The RPCs called so far. */
  get methods(): Iterable<CallsOfMethod> {
    return this.#methods.values();
  }

  /** Records the start of a call; returns the value to pass to {@link end}. */
  begin(): number {
    this.#inFlight++;
    return monotonicMs();
  }

  /** @param error why it failed; undefined for success */
  end(method: DescMethod, begun: number, error?: unknown): void {
    this.#inFlight--;
    let calls = this.#methods.get(method);
    if (!calls) {
      calls = { method, durations: new Durations(), codes: new Map() };
      this.#methods.set(method, calls);
    }
    const code = error === undefined ? SUCCESS : codeOf(error);
    calls.codes.set(code, (calls.codes.get(code) ?? 0) + 1);
    calls.durations.observe(monotonicMs() - begun);
  }
}

const SUCCESS = 0;

function codeOf(error: unknown): Code {
  if (error instanceof ConnectError) return error.code;
  return error instanceof Refusal ? error.status : Code.Internal;
}
