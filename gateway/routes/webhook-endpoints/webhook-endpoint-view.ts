import { present } from '../../../platform/core/present.ts';
import type { Endpoint } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { WebhookEndpointView } from '../../schema/webhook-endpoint.ts';

/** An endpoint as the specification's additions show it. */
export function webhookEndpointView(endpoint: Endpoint): WebhookEndpointView {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description ?? null,
    types: endpoint.types,
    isEnabled: endpoint.isEnabled,
    disabledReason: (endpoint.disabledReason ?? null) as WebhookEndpointView['disabledReason'],
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  };
}

/** The same with a new secret; null in a replay. */
export function withSecret({
  endpoint,
  secret,
}: {
  readonly endpoint?: Endpoint | undefined;
  readonly secret: string;
}) {
  const made = present(endpoint, 'endpoint');
  return { data: { ...webhookEndpointView(made), secret: secret || null }, revision: made.revision };
}
