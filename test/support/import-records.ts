import type { TObject, TSchema } from 'typebox';
import { importingServices } from '../../cli/import/sections.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';

/** Records that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: tests change bundles in every way.
export type LooseRecords = any[];

/** `section/ref` → id. */
export type Ids = Readonly<Record<string, string>>;

/**
 * Imports records of a section of a bundle. Required fields that a test does not care about may be missing: lists are
 * empty then, numbers 0, flags false. @param options the index of the first record in its section, and whether nothing
 * is stored
 */
export async function importRecords(
  call: Call,
  section: string,
  records: readonly object[],
  { start = 0, dryRun = false }: { readonly start?: number; readonly dryRun?: boolean } = {},
): Promise<ImportedRecord[]> {
  const { method, kind } = importing(section);
  const step = { section, records: JSON.stringify(records.map((record) => complete(kind.schema, record))), start };
  return (await call(method, { steps: [step], dryRun })).records;
}

export function idsOf(records: readonly ImportedRecord[]): Ids {
  return Object.fromEntries(records.map(({ section, ref, id }) => [`${section}/${ref}`, id]));
}

/** What was done with each record that was written, by `section/ref`. */
export function changesOf(records: readonly ImportedRecord[]): Record<string, 'created' | 'updated'> {
  return Object.fromEntries(
    records
      .filter(({ outcome }) => outcome !== ImportOutcome.UNCHANGED)
      .map(({ section, ref, outcome }) => [
        `${section}/${ref}`,
        outcome === ImportOutcome.CREATED ? 'created' : 'updated',
      ]),
  );
}

function importing(section: string) {
  for (const { method, sections } of importingServices) {
    const kind = sections.find(({ name }) => name === section);
    if (kind) return { method, kind };
  }
  throw new Error(`no service imports ${section}`);
}

/** A record with its required lists, numbers and flags. */
function complete(schema: TSchema, value: unknown): unknown {
  const { properties, required = [], items } = schema as unknown as Partial<TObject> & { items?: TSchema };
  if (items && Array.isArray(value)) return value.map((item) => complete(items, item));
  if (!properties || typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const missing = required.filter((name) => record[name] === undefined);
  const empty = missing.map((name) => [name, EMPTY[(properties[name] as { type?: string }).type ?? '']]);
  const given = Object.entries(record).map(([name, each]) => [
    name,
    properties[name] ? complete(properties[name], each) : each,
  ]);
  return Object.fromEntries([...given, ...empty]);
}

const EMPTY: Readonly<Record<string, unknown>> = { array: [], integer: 0, number: 0, boolean: false };
