import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { nullable } from '../../gateway/schema/types.ts';
import { Components } from './components.ts';

const Setup = Type.Object({ id: Type.String(), title: Type.String() }, { title: 'Setup' });
const setup = {
  title: 'Setup',
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
};
const reference = { $ref: '#/components/schemas/Setup' };

describe('schema', () => {
  it('shows a titled schema as a reference, at every depth', () => {
    const components = new Components();
    const Room = Type.Object(
      { first: Setup, all: Type.Array(Setup), either: Type.Union([Setup, Type.String()]) },
      { title: 'Room' },
    );
    expect(components.schema(Type.Object({ room: Type.Optional(Room) }))).toEqual({
      type: 'object',
      properties: { room: { $ref: '#/components/schemas/Room' } },
    });
    expect(components.toJSON().schemas).toEqual({
      Room: {
        title: 'Room',
        type: 'object',
        required: ['first', 'all', 'either'],
        properties: {
          first: reference,
          all: { type: 'array', items: reference },
          either: { anyOf: [reference, { type: 'string' }] },
        },
      },
      Setup: setup,
    });
  });

  it('shows a nullable titled schema as a choice of the two', () => {
    const components = new Components();
    expect(components.schema(Type.Object({ setup: nullable(Setup) }))).toMatchObject({
      properties: { setup: { anyOf: [reference, { type: 'null' }] } },
    });
    expect(components.schema(Setup)).toEqual(reference);
    expect(components.toJSON().schemas).toEqual({ Setup: setup });
  });

  it('does not change the schema itself', () => {
    const Room = Type.Object({ setup: Setup });
    const before = JSON.stringify(Room);
    new Components().schema(Room);
    expect(JSON.stringify(Room)).toBe(before);
  });

  it('treats examples and defaults as values, whatever they look like', () => {
    const values = { examples: [{ title: 'Talk', items: {} }], default: { title: 'Talk' } };
    const schema = Type.Object({}, values) as TSchema;
    expect(new Components().schema(schema)).toMatchObject(values);
  });

  it('rejects two different schemas with the same title', () => {
    const components = new Components();
    components.schema(Setup);
    const other = Type.Object({ id: Type.Integer() }, { title: 'Setup' });
    expect(() => components.schema(Type.Array(other))).toThrow('Two different schemas are called Setup');
  });
});

it('toJSON has the same order, whatever was added first', () => {
  const names = (order: string[]) => {
    const components = new Components();
    for (const name of order) components.share('headers', name, { description: name });
    return Object.keys(components.toJSON().headers);
  };
  expect(names(['b', 'a', 'c'])).toEqual(['a', 'b', 'c']);
  expect(names(['c', 'b', 'a'])).toEqual(['a', 'b', 'c']);
});
