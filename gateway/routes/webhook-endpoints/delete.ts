import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';

export const deleteWebhookEndpoint = writeEndpoint({
  path: '/webhook-endpoints/{id}',
  method: 'DELETE',
  operationId: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deleting it again returns 404.',
  isExtension: true,
  hasDryRun: false,
  ifMatch: 'required',
  body: null,
  success: 204,
  data: null,
  async run({ params, precondition, send }) {
    const request = { id: params.id, ...(precondition ? { precondition } : {}) };
    const { metadata } = await send(EndpointService.method.deleteEndpoint, request);
    return { metadata };
  },
});
