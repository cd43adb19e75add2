import { create } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { beginSpan, failSpan, headersOf, readSpan, type Span, SpanKind, type Tracer } from '../../core/spans.ts';
import type { BatchSubscription, EventBus, Subscription, Taken } from '../bus.ts';
import { attributesOf, handleTraced } from './handle-traced.ts';

/** A bus whose publications and deliveries are spans of what told the events. */
export class TracedBus implements EventBus {
  readonly #bus: EventBus;
  readonly #tracer: Tracer;

  constructor(bus: EventBus, tracer: Tracer) {
    this.#bus = bus;
    this.#tracer = tracer;
  }

  /** What the bus did not take because it is away comes again and again, and is seen when it is taken. */
  async publish(events: readonly EventEnvelope[], mayGo: () => boolean): Promise<Taken> {
    const spans = new Map<string, Span>();
    const traced = events.map((event) => this.#begin(event, spans));
    const taken = await this.#bus.publish(traced, mayGo);
    for (const [id, span] of spans) {
      if (!taken.ids.has(id)) {
        if (taken.isUnavailable) continue;
        failSpan(span, 'not_taken');
      }
      span.end();
    }
    return taken;
  }

  subscribe(subscription: Subscription): Promise<() => Promise<void>> {
    const handle = (envelope: EventEnvelope) =>
      handleTraced(this.#tracer, { subscriber: subscription.name, envelope }, () => subscription.handle(envelope));
    const missed = subscription.missed && (() => subscription.missed?.());
    return this.#bus.subscribe({ ...subscription, handle, ...(missed ? { missed } : {}) });
  }

  /** A batch is no part of the traces of its events, of which it may have hundreds. */
  subscribeInBatches(subscription: BatchSubscription): Promise<() => Promise<void>> {
    return this.#bus.subscribeInBatches(subscription);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  /** What handles the event is a part of its publication. */
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
