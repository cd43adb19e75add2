import { describe, expect, it } from 'vitest';
import { type Endpoint, EndpointSchema } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { Appointment } from './appointment.ts';
import { AppointmentCreate, AppointmentUpdate } from './appointment-body.ts';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { Id, Instant } from './types.ts';

const words = {
  id: Id('The id.'),
  url: { text: 'Where to.', input: 'Where to send.', example: 'https://x.example/' },
  description: { text: 'For people.', isAbsent: true },
  types: { text: 'Which.', isCleared: true },
  isEnabled: 'Whether.',
  disabledReason: 'Why not.',
  createdAt: Instant('When.'),
  updatedAt: null,
  revision: null,
} satisfies Words<Endpoint>;

const url = { type: 'string', minLength: 1, maxLength: 2048, description: 'Where to send.' };
const description = { minLength: 1, maxLength: 500, pattern: '^$|\\S', description: 'For people.' };
const types = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 64 },
  maxItems: 100,
  uniqueItems: true,
  description: 'Which.',
};
const isEnabled = { type: 'boolean', description: 'Whether.' };
const examples = ['https://x.example/'];

/** As the OpenAPI document has it. */
const jsonOf = (schema: object) => JSON.parse(JSON.stringify(schema));

describe('the representation', () => {
  it('has the fields with words, without the rules of bodies, and null for what may be absent', () => {
    expect(jsonOf(representation('Endpoint', EndpointSchema, words))).toEqual({
      type: 'object',
      title: 'Endpoint',
      required: ['id', 'url', 'types', 'isEnabled', 'disabledReason', 'createdAt'],
      properties: {
        id: jsonOf(words.id),
        url: { type: 'string', description: 'Where to.', examples },
        description: { type: 'string', description: 'For people.' },
        types: { type: 'array', items: { type: 'string' }, description: 'Which.' },
        isEnabled,
        disabledReason: { type: ['string', 'null'], description: 'Why not.' },
        createdAt: jsonOf(words.createdAt),
      },
    });
  });

  it('has no fields of requests only, and the bounds of numbers', () => {
    const { properties } = jsonOf(Appointment);
    for (const name of ['courseIds', 'appointmentTypeId', 'organizerIds', 'rooms'])
      expect(properties[name]).toBeUndefined();
    expect(properties.duration).toMatchObject({ type: 'integer', minimum: 1 });
  });
});

describe('the body of a creation', () => {
  it('has the fields that a request may give, with their rules; null stands for no value of optional ones', () => {
    expect(jsonOf(createBody('Create', EndpointSchema, words))).toEqual({
      type: 'object',
      title: 'Create',
      additionalProperties: false,
      required: ['url'],
      properties: {
        url: { ...url, examples },
        description: { ...description, type: ['string', 'null'] },
        types,
        isEnabled,
      },
    });
  });

  it('can require more, leave fields out, and refuse null', () => {
    const options = { required: ['types'], without: ['isEnabled'], nulls: false } as const;
    const { required, properties } = jsonOf(createBody('Create', EndpointSchema, words, options));
    expect(required).toEqual(['url', 'types']);
    expect(Object.keys(properties)).toEqual(['url', 'description', 'types']);
    expect(properties.description).toEqual({ ...description, type: 'string' });
  });

  it('has the fields of requests only', () => {
    const { required, properties } = jsonOf(AppointmentCreate);
    expect(required).toEqual(['title', 'dateTime', 'duration', 'courseIds']);
    expect(properties.courseIds).toMatchObject({ minItems: 1, maxItems: 200, uniqueItems: true });
    expect(properties.provider).toBeUndefined();
  });
});

describe('the body of a change', () => {
  it('requires nothing; null clears optional fields and those that may become empty', () => {
    const { required, properties } = jsonOf(updateBody('Update', EndpointSchema, words));
    expect(required ?? []).toEqual([]);
    expect(properties).toEqual({
      url: { ...url, examples },
      description: { ...description, type: ['string', 'null'] },
      types: { ...types, type: ['array', 'null'] },
      isEnabled,
    });
  });

  it('cannot clear a required list', () => {
    const { properties } = jsonOf(AppointmentUpdate);
    expect([properties.courseIds.type, properties.organizerIds.type]).toEqual(['array', ['array', 'null']]);
  });
});
