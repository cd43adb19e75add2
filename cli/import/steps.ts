import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Kind, kindsIn, type LooseRecord, lateKind } from '../../platform/data/import/kind.ts';
import { mapRefs } from '../../platform/data/import/references.ts';
import type { ImportStepSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { batchesOf } from './batches.ts';
import type { ImportedIds } from './imported-ids.ts';
import { type Bundle, type ImportingService, recordsOf } from './sections.ts';

/** A step of an import, with its progress. */
export interface Step {
  readonly request: MessageInitShape<typeof ImportStepSchema>;
  readonly section: string;
  /** How many of the section's records are done after this step, and how many there are. */
  readonly done: number;
  readonly total: number;
}

/** The steps of a service. Each is created only when it is needed, with the ids known by then. */
export function* stepsOf({ sections }: ImportingService, bundle: Bundle, ids: ImportedIds): Generator<Step> {
  const own = new Set(sections.flatMap(kindsIn).map(({ name }) => name));
  for (const section of sections) {
    const records = recordsOf(bundle, section);
    yield* stepsOfSection(section, records, (record) => withIds(section, record, own, ids), false);
  }
  for (const section of sections) {
    const late = lateKind(section);
    if (late) yield* stepsOfSection(section, recordsOf(bundle, section), (record) => onlyFieldsOf(late, record), true);
  }
}

function* stepsOfSection(
  { name: section }: Kind,
  records: readonly LooseRecord[],
  toSend: (record: LooseRecord) => LooseRecord,
  isLate: boolean,
): Generator<Step> {
  for (const { start, records: batch } of batchesOf(records)) {
    const request = { section, records: JSON.stringify(batch.map(toSend)), start, isLate };
    yield { request, section, done: start + batch.length, total: records.length };
  }
}

/** A record whose references to other services' records are ids. */
function withIds(kind: Kind, record: LooseRecord, own: ReadonlySet<string>, ids: ImportedIds): LooseRecord {
  let changed = record;
  for (const { path, section } of kind.references)
    if (!own.has(section)) changed = mapRefs(changed, path, (ref) => ids.get(section, ref));
  for (const [field, nested] of Object.entries(kind.nested)) {
    if (!kindsIn(nested.kind).some(({ references }) => references.some(({ section }) => !own.has(section)))) continue;
    const records = (changed[field] ?? []) as LooseRecord[];
    changed = { ...changed, [field]: records.map((each) => withIds(nested.kind, each, own, ids)) };
  }
  return changed;
}

/** A record with only the fields and nested records of a kind. */
export function onlyFieldsOf(kind: Kind, record: LooseRecord): LooseRecord {
  const fields = ['ref', ...Object.keys(kind.fields)].map((field) => [field, record[field]]);
  const nested = Object.entries(kind.nested).map(([field, each]) => [
    field,
    ((record[field] ?? []) as LooseRecord[]).map((inner) => onlyFieldsOf(each.kind, inner)),
  ]);
  return Object.fromEntries([...fields, ...nested]);
}
