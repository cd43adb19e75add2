import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { UpdateUserRequestSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import {
  CreateAppointmentRequestSchema,
  UpdateAppointmentRequestSchema,
} from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { fieldCheckOf, maskCheckOf } from './field-checks.ts';

function faultsOf<D extends DescMessage>(schema: D, fields: MessageInitShape<D>): [pointer: string, code: string][] {
  const request = create(schema, fields);
  const faults = [fieldCheckOf, maskCheckOf].flatMap((checkOf) => checkOf(schema)?.(request) ?? []);
  return faults.map(({ pointer, code }) => [pointer, code]);
}

describe('a new resource', () => {
  it('has every required field', () => {
    expect(faultsOf(CreateAppointmentRequestSchema, { appointment: { title: 'Lecture', duration: 90 } })).toEqual([
      ['/appointment/dateTime', 'required'],
    ]);
    expect(faultsOf(CreateAppointmentRequestSchema, { appointment: {} })).toEqual([
      ['/appointment/title', 'required'],
      ['/appointment/dateTime', 'required'],
      ['/appointment/duration', 'required'],
    ]);
  });
});

describe('a change', () => {
  const changing = (...paths: string[]) => faultsOf(UpdateUserRequestSchema, { user: {}, updateMask: { paths } });

  it.each(['unknown', 'id', 'created_at', 'revision', 'firstName', ''])('cannot set %j', (path) => {
    expect(changing('code', path)).toEqual([['/updateMask/paths/1', 'unknown_field']]);
  });

  it('gives required fields and texts without presence a value', () => {
    expect(changing('email', 'name')).toEqual([
      ['/user/email', 'required'],
      ['/user/name', 'required'],
    ]);
    const request = { appointment: {}, updateMask: { paths: ['duration'] } };
    expect(faultsOf(UpdateAppointmentRequestSchema, request)).toEqual([['/appointment/duration', 'required']]);
  });

  it('may clear optional fields, lists and flags', () => {
    expect(changing('first_name', 'code', 'is_archived')).toEqual([]);
    const request = { appointment: {}, updateMask: { paths: ['rooms', 'user_ids', 'is_online'] } };
    expect(faultsOf(UpdateAppointmentRequestSchema, request)).toEqual([]);
  });
});
