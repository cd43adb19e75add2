import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** The sections of a bundle in which a `ref` is unique: those of the document, and those that are nested in them. */
export type RefSection =
  | 'users'
  | 'userGroups'
  | 'courses'
  | 'appointmentTypes'
  | 'locations'
  | 'rooms'
  | 'setups'
  | 'organizationTerms'
  | 'moduleGroups'
  | 'tags'
  | 'courseModules'
  | 'moduleVersions'
  | 'curricula'
  | 'curriculaVersions'
  | 'terms'
  | 'pathways'
  | 'moduleClusters'
  | 'items'
  | 'programs'
  | 'programVersions'
  | 'cohorts'
  | 'timestampTemplates';

/** A record of the format; it has these properties and no others. */
export function record<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Text of so many characters (code points), without U+0000 and lone surrogates (decisions 1.6). */
export function text(maxLength = 255, minLength = 1) {
  return Type.String({ minLength, maxLength, format: 'text' });
}

/** The name of a record in its section. */
export function ref(section: RefSection) {
  return Type.String({ minLength: 1, maxLength: 255, format: 'text', declares: section });
}

/** The name of a record elsewhere in the bundle. */
export function refTo(section: RefSection) {
  return Type.String({ minLength: 1, maxLength: 255, format: 'text', refersTo: section });
}

/** Names of records elsewhere in the bundle, each once. */
export function refsTo(section: RefSection, maxItems = 1000) {
  return Type.Array(refTo(section), { maxItems, uniqueItems: true });
}

/** An RFC 3339 date-time with an offset (decisions 1.7). */
export function instant() {
  return Type.String({ format: 'date-time' });
}

/** A JSON integer from 0 to another, by default within signed 32 bits (decisions 1.8). */
export function int32(maximum = 2 ** 31 - 1) {
  return Type.Integer({ minimum: 0, maximum });
}

/** A number from 0. */
export function amount() {
  return Type.Number({ minimum: 0 });
}

export function flag() {
  return Type.Boolean();
}

export function list<T extends TSchema>(items: T, maxItems: number) {
  return Type.Array(items, { maxItems });
}

export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(schema);
}

/** A section of the document: an array of records. */
export interface Section<T extends TSchema = TSchema> {
  readonly name: string;
  readonly schema: T;
  /** What the shapes and the references of the records do not show. Records whose properties lack or have the wrong type are left out. */
  check?(records: Iterable<Placed<Static<T>>>, check: Check): void;
}

/** A record with its place in its section. */
export type Placed<T> = readonly [index: number, record: T];

export interface Check {
  /** The institution's `user_code_format`, when it is a good one. */
  readonly userCodeFormat: string | undefined;
  /** The index of the document's record that is, or holds, the one with a ref; undefined when there is none. */
  indexOf(section: RefSection, ref: string): number | undefined;
  /** Reports a fault at a place within the section. */
  fault(path: readonly (string | number)[], message: string): void;
}
