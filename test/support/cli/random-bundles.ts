import fc, { type GeneratorValue } from 'fast-check';
import type { TSchema } from 'typebox';
import type { Kind } from '../../../bundle/format/kind.ts';
import { bundleFormat } from '../../../cli/import/sections.ts';
import { InstitutionSchema } from '../../../services/directory/import/institution.ts';
import type { LooseBundle } from './bundles.ts';

const { sections } = bundleFormat;

/** A record of a bundle, or a part of one. */
// biome-ignore lint/suspicious/noExplicitAny: records of every kind.
type Loose = any;

/** The keywords of the declared schemas that decide which values a field has. */
type Shape = TSchema & {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly refersTo?: string;
  readonly within?: string;
  readonly of?: string;
};

/** Of what a bundle consists, by ref: two records of every kind in each record that may contain them. */
interface Skeleton {
  readonly ref: string;
  readonly parent: Skeleton | null;
}

const RECORDS = 2;
const ref = (kind: Kind, n: number) => `${kind.name}-${n}`;

function skeletons(): Map<string, Skeleton[]> {
  const byKind = new Map<string, Skeleton[]>();
  const grow = (kind: Kind, parent: Skeleton | null) => {
    for (let i = 0; i < RECORDS; i++) {
      const all = byKind.getOrInsertComputed(kind.name, () => []);
      const own = { ref: ref(kind, all.length), parent };
      all.push(own);
      for (const nested of Object.values(kind.nested)) grow(nested.kind, own);
    }
  };
  for (const section of sections) grow(section, null);
  return byKind;
}

const SKELETONS = skeletons();

/**
 * A bundle that names every field of every declared kind, with values drawn from their schemas. All such bundles have
 * the same records.
 */
export function wholeBundle(institution: { readonly ref: string }, draw: GeneratorValue): LooseBundle {
  const counts = new Map<string, number>();
  const records = (kind: Kind): Loose[] => {
    const byDefault = draw(fc.nat, RECORDS - 1);
    return Array.from({ length: RECORDS }, (_, i) => {
      const n = counts.get(kind.name) ?? 0;
      counts.set(kind.name, n + 1);
      const record: Loose = { ref: ref(kind, n) };
      for (const [field, schema] of Object.entries(kind.fields as Record<string, Shape>)) {
        const value = valueFor(schema, { kind, n, field, record }, draw);
        if (value !== undefined) record[field] = value;
      }
      if ('isDefault' in record) record.isDefault = i === byDefault;
      for (const [field, nested] of Object.entries(kind.nested)) record[field] = records(nested.kind);
      return record;
    });
  };
  const settings = valueFor(
    InstitutionSchema.properties.settings as unknown as Shape,
    { kind: null, n: 0, field: 'settings', record: {} },
    draw,
  );
  return {
    institution: { ...institution, settings },
    ...Object.fromEntries(sections.map((kind) => [kind.name, records(kind)])),
  };
}

interface Place {
  readonly kind: Kind | null;
  readonly n: number;
  readonly field: string;
  readonly record: Loose;
}

/** Undefined for a reference to which nothing can be referred. */
function valueFor(schema: Shape, place: Place, draw: GeneratorValue): unknown {
  const { type, format, properties, items, refersTo } = schema;
  const types = [type].flat();
  if (types.includes('null') && draw(fc.nat, 4) === 0) return null;
  const special = SPECIAL[place.field];
  if (special) return draw(fc.constantFrom, ...special(place.n));
  if (refersTo !== undefined) {
    const refs = possibleRefs(schema, place);
    return refs.length === 0 ? undefined : draw(fc.constantFrom, ...refs);
  }
  if (schema.enum) return draw(fc.constantFrom, ...schema.enum.filter((value) => value !== null));
  if (properties) {
    const fields = Object.entries(properties).map(([field, each]) => [
      field,
      valueFor(each, { ...place, field }, draw),
    ]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (items) {
    const elements = [0, 1].map(() => valueFor(items, { ...place, field: '' }, draw));
    const isWhole = (each: unknown) =>
      each !== undefined && Object.keys(items.properties ?? {}).every((name) => name in (each as object));
    return [...new Map(elements.filter(isWhole).map((each) => [JSON.stringify(each), each])).values()];
  }
  if (types.includes('boolean')) return draw(fc.boolean);
  if (types.includes('integer') || types.includes('number')) return draw(fc.constantFrom, 1, 2, 30);
  if (types.includes('object')) return draw(fc.constantFrom, {}, { de: 'Eins' }, { en: 'One', de: 'Zwei' });
  return draw(fc.constantFrom, ...(TEXTS[format ?? ''] ?? ['Ada', 'Béla', 'C']));
}

/**
 * The refs that a field may have; among records of its own kind only earlier ones, so that nothing leads back to
 * itself.
 */
function possibleRefs({ refersTo, within, of }: Shape, { kind, n, record }: Place): string[] {
  const own = SKELETONS.get(kind?.name ?? '')?.[n];
  return (SKELETONS.get(refersTo ?? '') ?? []).flatMap((each, index) => {
    if (refersTo === kind?.name && index >= n) return [];
    if (within !== undefined && each.parent !== own?.parent) return [];
    if (of !== undefined && each.parent?.ref !== record[of]) return [];
    return [each.ref];
  });
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-10-01T00:00:00+02:00', '2027-03-01T12:00:00Z'],
  uri: ['https://x.example/a.png', 'https://x.example/b.png'],
};

/** Fields whose values have rules of their own: unique ones, and those that must go with others. */
const SPECIAL: Readonly<Record<string, (n: number) => readonly unknown[]>> = {
  email: (n) => [`a${n}@x.example`, `B${n}@x.example`],
  // Each has both formats.
  code: (n) => [`0${String(n).padStart(3, '0')}10`, `0${String(n).padStart(3, '0')}20`],
  user_code_format: () => ['0[0][0][0][0][0]', '[0][0][0][0][0]0'],
  time_tracking_timezone: () => ['Europe/Berlin', 'America/Lima'],
  language: () => ['de', 'en'],
  // What refers to one of its versions must go on doing so.
  courseModule: (n) => [`courseModules-${n % RECORDS}`],
  isDefault: () => [false],
  from: (n) => [`2026-12-0${n + 1}`, `2026-12-1${n + 1}`],
  to: () => ['2026-12-24', '2027-01-06'],
};

const BUNDLE = {
  type: 'object',
  required: ['institution', ...sections.map(({ name }) => name)],
  properties: {
    institution: InstitutionSchema,
    ...Object.fromEntries(sections.map(({ name, schema }) => [name, { type: 'array', items: schema }])),
  },
} as unknown as Shape;

/** The records of a list of them: they have refs of their own, which values with a reference have not. */
function recordSchema({ items }: Shape): Shape | undefined {
  const ownRef = items?.properties?.ref;
  return ownRef && ownRef.refersTo === undefined ? items : undefined;
}

/** What a bundle says, without about half of what it need not say. */
export function partOfBundle(bundle: LooseBundle, draw: GeneratorValue): LooseBundle {
  const partOf = (schema: Shape, value: Loose, namesDefault = false): Loose => {
    const ofRecord = recordSchema(schema);
    if (ofRecord) {
      const alike = draw(fc.boolean);
      return value.map((each: Loose) => partOf(ofRecord, each, alike));
    }
    const { properties, required = [] } = schema;
    if (!properties || value === null) return value;
    // References are to records of the same bundle, so these stay.
    const isNeeded = (field: string) => required.includes(field) || recordSchema(properties[field] as Shape);
    const isNamed = (field: string) => isNeeded(field) || (field === 'isDefault' ? namesDefault : draw(fc.boolean));
    const named = Object.entries(value).filter(([field]) => isNamed(field));
    return Object.fromEntries(named.map(([field, each]) => [field, partOf(properties[field] as Shape, each)]));
  };
  return partOf(BUNDLE, bundle);
}

/**
 * What is stored once a part has been imported into a whole bundle: what the part says, and otherwise what was there.
 */
export function overlaid(before: Loose, part: Loose, schema: Shape = BUNDLE): Loose {
  const ofRecord = recordSchema(schema);
  if (ofRecord) return before.map((each: Loose, i: number) => overlaid(each, part[i], ofRecord));
  const { properties } = schema;
  if (!properties || before === null || part === null) return part;
  const fields = Object.entries(part).map(([field, each]) => [
    field,
    field in before ? overlaid(before[field], each, properties[field] as Shape) : each,
  ]);
  return { ...before, ...Object.fromEntries(fields) };
}
