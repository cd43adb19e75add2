import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { AppointmentSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { EndpointSchema } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { masked, messageWriter, patched } from './resource.ts';

const own = {
  id: 'id',
  disabledReason: 'gone',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  revision: 'r',
};
const state = {
  ...own,
  url: 'https://x.example/',
  description: 'For people',
  types: ['user.created'],
  isEnabled: true,
};
const mask = (...paths: string[]) => ({ $typeName: 'google.protobuf.FieldMask' as const, paths });

describe('a changed state', () => {
  const change = create(EndpointSchema, { ...own, id: 'other', url: 'https://y.example/', isEnabled: true });

  it.each([
    ['an empty mask', mask()],
    ['no mask', undefined],
    ['fields that requests cannot give, or that do not exist', mask('id', 'revision', 'unknown', 'isEnabled')],
  ])('is the same with %s', (_, paths) => {
    expect(patched(EndpointSchema, state, change, paths)).toEqual(state);
  });
});

it('a masked resource has only the fields that the change sets', () => {
  const given = create(AppointmentSchema, { id: 'x', title: 'B', notes: 'Chalk', courseIds: ['a'] });
  expect(masked(AppointmentSchema, given, mask('id', 'notes', 'course_ids'))).toEqual(
    create(AppointmentSchema, { notes: 'Chalk', courseIds: ['a'] }),
  );
});

describe('a written message', () => {
  it('equals the one that the library creates, with fields for nulls too', () => {
    const write = messageWriter(EndpointSchema);
    expect(write(state)).toEqual(create(EndpointSchema, state));
    const { description: _, disabledReason: __, ...rest } = state;
    const bare = write({ ...state, description: null, disabledReason: null });
    expect(bare).toEqual(create(EndpointSchema, rest));
    expect(Object.keys(bare)).toEqual(Object.keys(write(state)));
  });
});
