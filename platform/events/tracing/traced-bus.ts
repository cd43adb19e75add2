import { create } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { beginSpan, failSpan, headersOf, readSpan, type Span, SpanKind, type Tracer } from '../../core/spans.ts';
import type { BusListener, EventBus, Subscription, Taken } from '../bus.ts';
import { attributesOf, handleTraced } from './handle-traced.ts';

/** A bus that traces publications and deliveries as spans of the request that caused the events. */
export class TracedBus implements EventBus {
  readonly #bus: EventBus;
  readonly #tracer: Tracer;

  constructor(bus: EventBus, tracer: Tracer) {
    this.#bus = bus;
    this.#tracer = tracer;
  }

  /** Events that an unavailable bus did not accept are retried many times; they get a span only when accepted. */
  async publish(events: readonly EventEnvelope[], mayContinue: () => boolean): Promise<Taken> {
    const spans = new Map<string, Span>();
    const traced = events.map((event) => this.#begin(event, spans));
    const taken = await this.#bus.publish(traced, mayContinue);
    for (const [id, span] of spans) {
      if (!taken.ids.has(id)) {
        if (taken.isUnavailable) continue;
        failSpan(span, 'not_taken');
      }
      span.end();
    }
    return taken;
  }

  /** A batch is not traced: it can have hundreds of events of different traces. */
  subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    return this.#bus.subscribe(subscription);
  }

  listen(listener: BusListener): Promise<() => Promise<void>> {
    const handle = (envelope: EventEnvelope) =>
      handleTraced(this.#tracer, { subscriber: listener.name, envelope }, () => listener.handle(envelope));
    const missed = listener.missed && (() => listener.missed?.());
    return this.#bus.listen({ ...listener, handle, ...(missed ? { missed } : {}) });
  }

  wakeRelay(service: string): void {
    this.#bus.wakeRelay(service);
  }

  onWakeRelay(service: string, wake: () => void): () => void {
    return this.#bus.onWakeRelay(service, wake);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  /** Spans of handlers are children of the publication. */
  #begin(event: EventEnvelope, spans: Map<string, Span>): EventEnvelope {
    const parent = readSpan({ traceparent: event.traceparent });
    if (!parent) return event;
    const attributes = attributesOf(event, 'send');
    const span = beginSpan(this.#tracer, `send ${event.type}`, { kind: SpanKind.PRODUCER, attributes, parent });
    spans.set(event.id, span);
    const { traceparent = '' } = headersOf(span);
    return create(EventEnvelopeSchema, { ...event, traceparent });
  }
}
