import { type Static, Type } from 'typebox';
import { type Endpoint, EndpointSchema } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

const words = {
  id: Id('The endpoint’s id.'),
  url: {
    text: 'The URL to which events are posted.',
    input:
      'The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`.',
    example: 'https://campus.nordhafen.example/hooks/lyceum',
  },
  description: {
    text: 'For people.',
    input: 'For people. Has no control characters.',
    example: 'Timetable display',
  },
  types: {
    text: 'The types of events to send. Empty: all types.',
    input: 'The types of events to send. Empty: all types, including those that are added later.',
    example: ['appointment.created'],
  },
  isEnabled: {
    text: 'Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`.',
    example: true,
  },
  disabledReason: nullable(
    Type.String({
      enum: ['failures', 'gone'],
      description:
        'Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise.',
      examples: ['failures'],
    }),
  ),
  createdAt: Instant('When the endpoint was created.'),
  updatedAt: Instant('The server’s clock when the last change of the endpoint began.'),
  revision: null,
} satisfies Words<Endpoint>;

/** A webhook endpoint as reads show it. */
export const WebhookEndpoint = representation('WebhookEndpoint', EndpointSchema, words);
export type WebhookEndpointView = Static<typeof WebhookEndpoint>;

/** The same with its secret, as the answers to creation and rotation show it. */
export const WebhookEndpointWithSecret = representation('WebhookEndpointWithSecret', EndpointSchema, {
  ...words,
  secret: nullable(
    Type.String({
      description:
        'The secret that signs the events (Standard Webhooks). Only the first response shows it; null in a replay.',
      examples: ['whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZi4='],
    }),
  ),
});

/** The body of POST /webhook-endpoints. */
export const WebhookEndpointCreate = createBody('WebhookEndpointCreate', EndpointSchema, words);

/** The body of PATCH /webhook-endpoints/{id}: absent fields stay, `null` clears. */
export const WebhookEndpointUpdate = updateBody('WebhookEndpointUpdate', EndpointSchema, words);

export const webhookEndpointExample: WebhookEndpointView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  url: 'https://campus.nordhafen.example/hooks/lyceum',
  description: 'Timetable display',
  types: ['appointment.created', 'appointment.updated', 'appointment.deleted'],
  isEnabled: true,
  disabledReason: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};
