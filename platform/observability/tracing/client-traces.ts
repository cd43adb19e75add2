import type { Clock } from '../../core/clock.ts';
import { isSampled, readSpan, type Span } from '../../core/spans.ts';

/** How far clients decide which of their requests are kept. */
export interface ClientPolicy {
  /** Requests whose clients ask for it that are kept a second; infinite where all are kept anyway. */
  readonly sampledPerSecond: number;
  /** Whether a client that asks for its request not to be kept is obeyed. */
  readonly mayDecline: boolean;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The traces that clients begin. A request goes on with its client's trace; but whether it is kept costs us, and its trace id, which a ratio
 * goes by, is the client's to choose. So, where not everything is kept anyway, only some a second are: the others begin a trace of
 * our own, as if their clients had said nothing.
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

  /** What a request is a part of; undefined when it begins a trace of its own. */
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

/** A header that came twice is none. */
function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
