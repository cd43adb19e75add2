import { present } from '../../../platform/core/present.ts';
import type { Endpoint } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { WebhookEndpointView } from '../../schema/webhook-endpoint.ts';

/** An endpoint as the specification's additions show it. */
export const webhookEndpointView = asView<WebhookEndpointView, Endpoint>;

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
