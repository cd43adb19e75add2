import { create } from '@bufbuild/protobuf';
import { type EventEnvelope, EventEnvelopeSchema } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Span } from '../../core/span.ts';
import { PassedSpan } from '../../observability/tracing/passed-span.ts';
import type { Tracer } from '../../observability/tracing/tracer.ts';
import type { EventBus, Subscription, Taken } from '../bus.ts';
import { handleTraced } from './handle-traced.ts';
import { messagingAttributes } from './messaging-attributes.ts';

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
    const told = events.map((event) => this.#begin(event, spans));
    const taken = await this.#bus.publish(told, mayGo);
    for (const [id, span] of spans) {
      if (!taken.ids.has(id)) {
        if (taken.isAway) continue;
        span.fail('not_taken');
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

  close(): Promise<void> {
    return this.#bus.close();
  }

  /** What handles the event is a part of its publication. */
  #begin(event: EventEnvelope, spans: Map<string, Span>): EventEnvelope {
    const parent = PassedSpan.read(event.traceparent);
    if (!parent) return event;
    const span = this.#tracer.begin({
      kind: 'producer',
      name: `send ${event.type}`,
      attributes: messagingAttributes(event, 'send'),
      parent,
    });
    spans.set(event.id, span);
    return create(EventEnvelopeSchema, { ...event, traceparent: span.traceparent });
  }
}
