import { type Static, Type } from 'typebox';
import { expect, it } from 'vitest';
import { nullable } from '../schema/types.ts';
import { asView, compilePicker, compileSerialiser } from './envelope.ts';

const Inner = Type.Object({ code: nullable(Type.String()), note: Type.Optional(Type.String()) });
const Outer = Type.Object({
  id: Type.String(),
  name: nullable(Type.String()),
  notes: Type.Optional(nullable(Type.String())),
  inner: Inner,
  more: Type.Array(Inner),
  none: nullable(Inner),
});
type OuterView = Static<typeof Outer>;

const nothing = { id: '1', inner: {}, more: [{}] };
const filled = { id: '1', name: null, inner: { code: null }, more: [{ code: null }], none: null };

it('writes null for a missing required nullable property, and nothing for a missing optional one', () => {
  expect(JSON.parse(compileSerialiser(Outer)(nothing))).toEqual(filled);
  expect(JSON.parse(compileSerialiser(Outer)(filled))).toEqual(filled);
});

it('writes required properties first, and none that the schema lacks', () => {
  const inner = { $typeName: 'Inner', note: 'n', code: 'c' };
  expect(compileSerialiser(Type.Array(nullable(Inner)))([inner, null])).toBe('[{"code":"c","note":"n"},null]');
});

it('does the same for picked properties', () => {
  const pick = compilePicker(Outer);
  const names = Object.keys(Outer.properties);
  expect(JSON.parse(pick(nothing, names))).toEqual(filled);
  expect(pick(nothing, ['name', 'notes'])).toBe('{"name":null}');
  expect(pick({ ...nothing, notes: null }, ['notes'])).toBe('{"notes":null}');
});

it('throws for a missing required property that may not be null', () => {
  expect(() => compileSerialiser(Outer)({ ...nothing, id: undefined })).toThrow('"id" is required');
});

it('a view with a property that the message lacks does not compile', () => {
  const message: { id: string; name?: string } = { id: '1' };
  // @ts-expect-error: `inner` and others are not fields of it.
  expect(asView<OuterView, typeof message>(message)).toBe(message);
  const view = asView<Pick<OuterView, 'id' | 'name'>, typeof message>(message);
  expect(view).toBe(message);
});
