import type { Clock } from '../../core/clock.ts';
import { isSampled, readSpan, type Span } from '../../core/spans.ts';

/** How far clients decide which of their requests are sampled. */
export interface ClientPolicy {
  /** Requests per second that are sampled because their clients set the flag; infinite if all are sampled anyway. */
  readonly sampledPerSecond: number;
  /** Whether a client's decision not to sample is respected. */
  readonly mayDecline: boolean;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Traces started by clients. A request continues its client's trace. But sampling costs the platform, and a client
 * chooses the trace id on which a ratio sampler decides. So, unless everything is sampled anyway, only a number of
 * requests per second continue: the others start a new trace, as if their clients had sent no header.
 */
export class ClientTraces {
  readonly #policy: ClientPolicy;
  readonly #clock: Clock;
  #left: number;
  #at: number;

  constructor(policy: ClientPolicy, clock: Clock) {
    this.#policy = policy;
    this.#clock = clock;
    this.#left = policy.sampledPerSecond;
    this.#at = clock.now();
  }

  /** The parent of a request's span; undefined if the request starts a new trace. */
  parentOf({ traceparent, tracestate }: Headers): Span | undefined {
    const parent = readSpan({ traceparent: textOf(traceparent), tracestate: textOf(tracestate) });
    if (!parent || (!isSampled(parent) && this.#policy.mayDecline)) return parent;
    return this.#take() ? parent : undefined;
  }

  #take(): boolean {
    const { sampledPerSecond } = this.#policy;
    if (sampledPerSecond === Number.POSITIVE_INFINITY) return true;
    const now = this.#clock.now();
    this.#left = Math.min(sampledPerSecond, this.#left + (Math.max(0, now - this.#at) / 1_000) * sampledPerSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

/** A repeated header is ignored. */
function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
