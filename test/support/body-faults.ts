import type { Schema as Shown } from './turns/largest-body.ts';

/** What a schema of a body says of a value. */
export interface Schema extends Shown {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A value that a schema refuses, the place of its one fault, and the fault's code. */
export type Fault = readonly [value: unknown, pointer: string, code: string];

/** The fields that a body takes, each in one line: `!` is required, `?` may be null. */
export function fieldsOf({ properties = {}, required = [] }: Schema, within = ''): Record<string, string> {
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const mark = `${isNullable(schema) ? '?' : ''}${required.includes(name) ? '!' : ''}`;
    const parts = schema.items?.properties ? Object.entries(fieldsOf(schema.items, `${within}${name}/`)) : [];
    return [[`${within}${name}`, `${kindOf(schema)}${mark}`] as const, ...parts];
  });
  return Object.fromEntries(lines);
}

function kindOf({ type, format, pattern, enum: choices, items, ...bounds }: Schema): string {
  const between = (least: number | undefined, most: number | undefined) => ` ${least ?? 0}..${most}`;
  if (choices) return choices.join('|');
  if (items)
    return `list${between(bounds.minItems, bounds.maxItems)} of ${items.properties ? 'objects' : kindOf(items)}`;
  if (format === 'date-time') return format;
  const [kind] = [type].flat();
  if (kind === 'integer') return `integer${between(bounds.minimum, bounds.maximum)}`;
  if (kind !== 'string') return `${kind}`;
  return `${format ?? 'text'}${between(bounds.minLength, bounds.maxLength)}${pattern ? ` ${pattern}` : ''}`;
}

const isNullable = ({ type }: Schema) => [type].flat().includes('null');

/** Faulty values for a schema, each with one fault. @param sound a value that it accepts */
export function faultsIn(schema: Schema, sound: unknown = soundIn(schema)): Fault[] {
  return [
    ...(WRONG[[schema.type].flat()[0] ?? '']?.map((value): Fault => [value, '', 'invalid_type']) ?? []),
    ...(isNullable(schema) ? [] : [[null, '', 'invalid_type'] as const]),
    ...(schema.properties ? faultsOfObject(schema, sound as object) : []),
    ...(schema.items ? faultsOfList(schema, schema.items) : []),
    ...scalarFaults(schema).map(([value, code]): Fault => [value, '', code]),
  ];
}

/** Values of other types. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [1, true, {}, ['x']],
  integer: ['1', 1.5, true],
  boolean: ['true', 1],
  array: ['x', {}, true],
  object: ['x', 1, []],
};

function faultsOfObject({ properties = {}, required = [] }: Schema, sound: object): Fault[] {
  const parts = Object.entries(properties).flatMap(([name, schema]) =>
    faultsIn(schema).map(([value, at, code]): Fault => [{ ...sound, [name]: value }, `/${name}${at}`, code]),
  );
  const missing = required.map((name): Fault => [{ ...sound, [name]: undefined }, `/${name}`, 'required']);
  return [...parts, ...missing, [{ ...sound, nope: 1 }, '/nope', 'unknown_field']];
}

function faultsOfList({ minItems = 0, maxItems = 0 }: Schema, items: Schema): Fault[] {
  const isOfIds = !items.properties;
  return [
    ...faultsIn(items).map(([value, at, code]): Fault => [[value], `/0${at}`, code]),
    ...(minItems > 0 ? [[[], '', 'too_small'] as const] : []),
    ...(maxItems > 0 ? [[numbered(maxItems + 1), '', 'too_big'] as const] : []),
    ...(isOfIds ? [[['x', 'y', 'x'], '/2', 'invalid_value'] as const] : []),
  ];
}

function scalarFaults(schema: Schema): (readonly [value: unknown, code: string])[] {
  const { type, format, enum: choices, minLength = 0, maxLength, minimum, maximum } = schema;
  if (choices) return ['nope', `${choices[0]}`.toLowerCase(), 'UNSPECIFIED'].map((value) => [value, 'invalid_enum']);
  if (minimum !== undefined && maximum !== undefined)
    return [
      [minimum - 1, 'too_small'],
      [maximum + 1, 'too_big'],
    ];
  if ([type].flat()[0] !== 'string') return [];
  const bad = [...(FORMATS[format ?? ''] ?? []), 'a\0', 'a\ud800'];
  return [
    ...bad.map((value) => [value, 'invalid_string'] as const),
    ...(minLength > 0 && format !== 'uri' ? [['', 'too_small'] as const] : []),
    ...(maxLength ? [[ofLength(maxLength + 1, schema), 'too_big'] as const] : []),
    ...(schema.pattern ? [[' \t\u00a0', 'invalid_string'] as const] : []),
    ...(format === 'not-blank' ? BLANK.map((value) => [value, 'too_small'] as const) : []),
    ...(format === 'date-time' ? YEARS : []),
  ];
}

const BLANK = [' \u00a0\t', '\u3000', '\ufeff ', '\u200b\u3164\u2800'];
/** Instants outside the years that there are. */
const YEARS = [
  ['1969-12-31T23:59:59.999Z', 'too_small'],
  ['0001-01-01T00:00:00Z', 'too_small'],
  ['9999-01-01T00:00:00.000Z', 'too_big'],
  ['9998-12-31T23:59:59.999-00:01', 'too_big'],
  ['9999-12-31T23:59:59.999Z', 'too_big'],
] as const;

/** Texts that are no instants. */
export const NO_INSTANTS = [
  ...['2026-10-05', '2026-10-05T08:00:00', '2026-10-05 08:00:00Z', '2026-02-30T08:00:00Z', '2026-10-05T24:00:00Z'],
  ...['2026-10-05T08:00:00+25:00', '2026-10-05T08:00:00+0200', '10000-01-01T00:00:00Z', '1759651200000', 'now', ''],
];

/** Texts that have not the format. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': NO_INSTANTS,
  email: [
    ...['', ' ', 'nobody', 'a@', 'no body@school.example', '<a@school.example>', 'a@school.example\u200b'],
    ...['a\u0007@school.example', `${'x'.repeat(65)}@school.example`],
  ],
  uri: [
    ...['zoom', 'https://', '//zoom.us/j/1', 'https:zoom.us', 'javascript:alert(1)', 'file:///etc/passwd'],
    ...['https://zoom.us/ j', 'https://zoom.us/\nX:1', 'https://zoom.us/\u0007'],
  ],
};

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
const ofLength = (length: number, { format }: Schema) =>
  (format === 'uri' ? 'https://x.example/' : '').padEnd(length, 'x');

/** A value that a schema accepts. */
function soundIn({ format, properties, required = [] }: Schema): unknown {
  if (properties) return Object.fromEntries(required.map((name) => [name, soundIn(properties[name] ?? {})]));
  return format === 'date-time' ? '2026-10-05T08:00:00Z' : 'x';
}

/** The least and the greatest values that a schema accepts. */
export function boundsOf({ type, format, enum: choices, items, ...bounds }: Schema): unknown[] {
  const nothing = [type].flat().includes('null') ? [null] : [];
  if (choices) return [...choices];
  if (items)
    return items.properties ? nothing : [numbered(bounds.minItems ?? 0), numbered(bounds.maxItems ?? 0), ...nothing];
  if (format === 'date-time')
    return ['1970-01-01T00:00:00Z', '9998-12-31T23:59:59.999Z', '2026-10-11t22:30:00.1239-09:30'];
  const [kind] = [type].flat();
  if (kind === 'boolean') return [true, false, ...nothing];
  if (kind === 'integer') return [bounds.minimum, bounds.maximum, ...nothing];
  if (format === 'email') return [`ADA+x@${'x'.repeat(60)}.example`];
  if (format === 'uri') return [ofLength(bounds.maxLength ?? 0, { format }), 'HTTP://Teams.Microsoft.com/l'];
  return ['x'.repeat(bounds.minLength ?? 0), '🎓'.repeat(bounds.maxLength ?? 0), ' <b>"\\\u2028 x', ...nothing];
}
