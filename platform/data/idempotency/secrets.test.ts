import { create, createFileRegistry, type DescMessage, fromJson, toJson } from '@bufbuild/protobuf';
import {
  FileDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { CreateIntegrationResponseSchema } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { holdsSecrets, withoutSecrets } from './idempotency.ts';

const field = (name: string, number: number) => ({ name, jsonName: name, number });
const REPEATED = Label.REPEATED;
const text = { type: Type.STRING, label: Label.OPTIONAL };
const message = (typeName: string) => ({ type: Type.MESSAGE, label: Label.OPTIONAL, typeName });
const redacted = { options: { debugRedact: true } };

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'secrets.proto',
    package: 'test',
    syntax: 'proto3',
    messageType: [
      {
        name: 'Key',
        field: [
          { ...field('id', 1), ...text },
          { ...field('secret', 2), ...text, ...redacted },
          { ...field('former', 3), ...text, label: REPEATED, ...redacted },
          { ...field('next', 4), ...message('.test.Key') },
        ],
      },
      {
        name: 'Ring',
        field: [
          { ...field('name', 1), ...text },
          { ...field('main', 2), ...message('.test.Key') },
          { ...field('spare', 3), ...message('.test.Key'), label: REPEATED },
          { ...field('named', 4), ...message('.test.Ring.NamedEntry'), label: REPEATED },
          { ...field('chosen', 5), ...message('.test.Key'), oneofIndex: 0 },
        ],
        nestedType: [
          {
            name: 'NamedEntry',
            options: { mapEntry: true },
            field: [
              { ...field('key', 1), ...text },
              { ...field('value', 2), ...message('.test.Key') },
            ],
          },
        ],
        oneofDecl: [{ name: 'choice' }],
      },
      { name: 'Loop', field: [{ ...field('next', 1), ...message('.test.Loop') }] },
    ],
  }),
  () => undefined,
);
const schemaOf = (name: string) => registry.getMessage(`test.${name}`) as DescMessage;
const key = (id: string, rest: object = {}) => ({ id, ...rest });
const SECRETS = { secret: 'hunter2', former: ['hunter0', 'hunter1'] };

describe('the secrets of a message', () => {
  it('are removed at every depth, and nothing else is', () => {
    const Ring = schemaOf('Ring');
    const ring = (secrets: object) => ({
      name: 'ring',
      main: key('a', { ...secrets, next: key('b', secrets) }),
      spare: [key('c', secrets), key('d', secrets)],
      named: { front: key('e', secrets) },
      chosen: key('f', secrets),
    });
    const full = fromJson(Ring, ring(SECRETS));
    expect(toJson(Ring, withoutSecrets(Ring, full))).toEqual(ring({}));
    expect(toJson(Ring, full)).toEqual(ring(SECRETS));
  });

  it('are found in the contract, even in types that contain themselves', () => {
    expect(['Key', 'Ring', 'Loop'].map((name) => holdsSecrets(schemaOf(name)))).toEqual([true, true, false]);
    expect([CreateIntegrationResponseSchema, UserSchema].map(holdsSecrets)).toEqual([true, false]);
  });

  it('cost nothing if the type has none', () => {
    const user = create(UserSchema, { name: 'Ada' });
    expect(withoutSecrets(UserSchema, user)).toBe(user);
  });
});
