import type { Tracer } from './tracer.ts';

/** How far clients decide which of their requests are kept: see ClientTraces. */
export interface ClientPolicy {
  /** Requests whose clients ask for it that are kept a second; infinite where all are kept anyway. */
  readonly keptPerSecond: number;
  /** Whether a client that asks for its request not to be kept is obeyed. */
  readonly mayDecline: boolean;
}

/** The traces of one process. */
export interface Tracing {
  /** @param scope the part of the platform: `gateway`, or a service */
  tracer(scope: string): Tracer;
  readonly clients: ClientPolicy;
  /** Spans that the collector has taken, for a measure. */
  readonly delivered: number;
  /** Spans that it has not, for a measure. */
  readonly lost: number;
  /** Delivers what is left, if that can be done soon. Never rejects. */
  stop(): Promise<void>;
}
