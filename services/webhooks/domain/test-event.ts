import { create } from '@bufbuild/protobuf';
import type { EventActor } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type Event, EventSchema } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';

interface TestEvent {
  readonly id: string;
  readonly endpointId: string;
  readonly actor: EventActor;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The event sent to an endpoint as a test. It is about the endpoint itself and is not in the feed: its sequence is 0.
 */
export function testEvent({ id, endpointId, actor, requestId, now }: TestEvent): Event {
  const path = `/api/v4/webhook-endpoints/${endpointId}`;
  return create(EventSchema, {
    ...{ id, type: 'webhook.test', occurredAt: toInstantText(now), requestId, actorType: actor.actorType },
    resource: { type: 'webhook_endpoint', id: endpointId, path },
    ...(actor.actorId === null ? {} : { actorId: actor.actorId }),
  });
}
