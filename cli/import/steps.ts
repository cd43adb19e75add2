import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Kind, kindsIn, type LooseRecord } from '../../platform/data/import/kind.ts';
import { mapRefs } from '../../platform/data/import/references.ts';
import type { ImportStepSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { batchesOf } from './batches.ts';
import type { ImportedIds } from './imported-ids.ts';
import { type Bundle, type ImportingService, recordsOf } from './sections.ts';

/** A call of an import, which is one transaction, with its progress. */
export interface Step {
  readonly steps: MessageInitShape<typeof ImportStepSchema>[];
  readonly section: string;
  /** How many of the section's records are done after this call, and how many there are. */
  readonly done: number;
  readonly total: number;
}

/**
 * The calls to a service. Each is created only when it is needed, with the ids known by then. Late fields come when all records exist, those of a section
 * in one transaction: what they make together is checked at its end.
 */
export function* stepsOf({ sections }: ImportingService, bundle: Bundle, ids: ImportedIds): Generator<Step> {
  const own = new Set(sections.flatMap(kindsIn).map(({ name }) => name));
  for (const section of sections) {
    const records = recordsOf(bundle, section);
    const toSend = (record: LooseRecord) => withIds(section, withFields(section, record, isEarly), own, ids);
    for (const { start, records: batch } of batchesOf(records)) {
      const step = { section: section.name, records: JSON.stringify(batch.map(toSend)), start };
      yield { steps: [step], section: section.name, done: start + batch.length, total: records.length };
    }
  }
  for (const section of sections.filter(hasLate)) {
    const records = recordsOf(bundle, section);
    const toSend = (record: LooseRecord) => withIds(section, withFields(section, record, isLateOrRequired), own, ids);
    const steps = [...batchesOf(records)]
      .filter(({ records: batch }) => batch.some((record) => namesLate(section, record)))
      .map(({ start, records: batch }) => ({
        section: section.name,
        records: JSON.stringify(batch.map(toSend)),
        start,
      }));
    const { length } = records;
    if (steps.length > 0) yield { steps, section: section.name, done: length, total: length };
  }
}

function hasLate(kind: Kind): boolean {
  return kindsIn(kind).some(({ late }) => late.length > 0);
}

function namesLate(kind: Kind, record: LooseRecord): boolean {
  if (kind.late.some((field) => record[field] !== undefined)) return true;
  return Object.entries(kind.nested).some(([field, nested]) =>
    ((record[field] ?? []) as LooseRecord[]).some((each) => namesLate(nested.kind, each)),
  );
}

type IsSent = (kind: Kind, field: string) => boolean;

const isEarly: IsSent = ({ late }, field) => !late.includes(field);

/** What is sent again with late fields. What is not sent stays as it is. */
const isLateOrRequired: IsSent = ({ late, nested, schema }, field) =>
  nested[field] ? hasLate(nested[field].kind) : late.includes(field) || schema.required.includes(field);

/** A record with some of its fields, and of those of the records nested in it. */
function withFields(kind: Kind, record: LooseRecord, isSent: IsSent): LooseRecord {
  if (!hasLate(kind)) return record;
  const fields = Object.entries(record).filter(([field]) => isSent(kind, field));
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const nested = kind.nested[field]?.kind;
      return [field, nested ? (value as LooseRecord[]).map((each) => withFields(nested, each, isSent)) : value];
    }),
  );
}

/** A record whose references to other services' records are ids. */
function withIds(kind: Kind, record: LooseRecord, own: ReadonlySet<string>, ids: ImportedIds): LooseRecord {
  let changed = record;
  for (const { path, section } of kind.references)
    if (!own.has(section)) changed = mapRefs(changed, path, (ref) => ids.get(section, ref));
  for (const [field, nested] of Object.entries(kind.nested)) {
    if (!kindsIn(nested.kind).some(({ references }) => references.some(({ section }) => !own.has(section)))) continue;
    const records = changed[field] as readonly LooseRecord[] | undefined;
    if (records) changed = { ...changed, [field]: records.map((each) => withIds(nested.kind, each, own, ids)) };
  }
  return changed;
}
