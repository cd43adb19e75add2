import { type Static, Type } from 'typebox';
import { Choice, Id, Instant, NOT_BLANK, nullable } from './types.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`.',
  examples: ['https://campus.nordhafen.example/hooks/lyceum'],
});
const Description = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
  description: 'For people. Has no control characters.',
  examples: ['Timetable display'],
});
const Types = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['appointment.created'] }), {
  maxItems: 100,
  uniqueItems: true,
  description: 'The types of events to send. Empty: all types, including those that are added later.',
});
const IsEnabled = Type.Boolean({
  description:
    'Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`.',
  examples: [true],
});

/** A webhook endpoint as reads show it. */
const properties = {
  id: Id('The endpoint’s id.'),
  url: Type.String({ description: 'The URL to which events are posted.' }),
  description: nullable(Type.String({ description: 'For people.' })),
  types: Type.Array(Type.String(), { description: 'The types of events to send. Empty: all types.' }),
  isEnabled: IsEnabled,
  disabledReason: nullable(
    Choice(
      ['failures', 'gone'],
      'Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise.',
    ),
  ),
  createdAt: Instant('When the endpoint was created.'),
  updatedAt: Instant('When the endpoint was last changed.'),
};
export const WebhookEndpoint = Type.Object(properties, { title: 'WebhookEndpoint' });
export type WebhookEndpointView = Static<typeof WebhookEndpoint>;

/** The same with its secret, as the answers to creation and rotation show it. */
export const WebhookEndpointWithSecret = Type.Object(
  {
    ...properties,
    secret: nullable(
      Type.String({
        description:
          'The secret that signs the events (Standard Webhooks). Only the first response shows it; null in a replay.',
        examples: ['whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZi4='],
      }),
    ),
  },
  { title: 'WebhookEndpointWithSecret' },
);

/** The body of POST /webhook-endpoints. */
export const WebhookEndpointCreate = Type.Object(
  {
    url: Url,
    description: Type.Optional(nullable(Description)),
    types: Type.Optional(Types),
    isEnabled: Type.Optional(IsEnabled),
  },
  { title: 'WebhookEndpointCreate', additionalProperties: false },
);

/** The body of PATCH /webhook-endpoints/{id}: absent fields stay, `null` clears. */
export const WebhookEndpointUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    description: Type.Optional(nullable(Description)),
    types: Type.Optional(Types),
    isEnabled: Type.Optional(IsEnabled),
  },
  { title: 'WebhookEndpointUpdate', additionalProperties: false },
);

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
