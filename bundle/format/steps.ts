import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ImportStepSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { type Batch, batchesOf } from './batches.ts';
import type { JsonRecord } from './json-record.ts';
import { type Kind, kindsIn } from './kind.ts';
import { mapRefs } from './references.ts';

/** A call of an import, which is one transaction, with its progress. */
export interface Step {
  readonly steps: MessageInitShape<typeof ImportStepSchema>[];
  readonly section: string;
  /** How many of the section's records are done after this call, and how many there are. */
  readonly done: number;
  readonly total: number;
}

/** The id of a record of another service, which is imported by now. */
export type IdOf = (kind: string, ref: string) => string;

/**
 * The calls to a service. Each is created only when it is needed, with the ids known by then. Late fields come when all
 * records exist, those of a section in one transaction: what they make together is checked at its end.
 * @param sections those of the service @param bundle a valid one
 */
export function* stepsOf(sections: readonly Kind[], bundle: JsonRecord, idOf: IdOf): Generator<Step> {
  const own = new Set(sections.flatMap(kindsIn).map(({ name }) => name));
  const stepOf = (section: Kind, { start, records }: Batch<JsonRecord>, isSent: IsSent) => ({
    section: section.name,
    records: JSON.stringify(records.map((record) => toSend(section, record, isSent, { own, idOf }))),
    start,
    following: followingOf(section, recordsOf(section.name, bundle).slice(start + records.length)),
  });
  for (const section of sections) {
    const records = recordsOf(section.name, bundle);
    for (const batch of batchesOf(records)) {
      const done = batch.start + batch.records.length;
      yield { steps: [stepOf(section, batch, isEarly)], section: section.name, done, total: records.length };
    }
  }
  for (const section of sections.filter(hasLate)) {
    const records = recordsOf(section.name, bundle);
    const steps = [...batchesOf(records)]
      .filter((batch) => batch.records.some((record) => namesLate(section, record)))
      .map((batch) => stepOf(section, batch, isLateOrRequired));
    const { length } = records;
    if (steps.length > 0) yield { steps, section: section.name, done: length, total: length };
  }
}

/** A list of records of a valid bundle, or of one of its records; empty if it is absent. */
function recordsOf(list: string, { [list]: records = [] }: JsonRecord): readonly JsonRecord[] {
  return records as readonly JsonRecord[];
}

/** The refs of records that name the section's counted list. */
function followingOf({ counted }: Kind, records: readonly JsonRecord[]): string[] {
  return counted === undefined ? [] : records.flatMap(({ ref, [counted]: list }) => (list ? [String(ref)] : []));
}

function hasLate(kind: Kind): boolean {
  return kindsIn(kind).some(({ late }) => late.length > 0);
}

function namesLate(kind: Kind, record: JsonRecord): boolean {
  if (kind.late.some((field) => record[field] !== undefined)) return true;
  return Object.entries(kind.nested).some(([field, nested]) =>
    recordsOf(field, record).some((each) => namesLate(nested.kind, each)),
  );
}

type IsSent = (kind: Kind, field: string) => boolean;

const isEarly: IsSent = ({ late }, field) => !late.includes(field);

/** What is sent again with late fields. What is not sent stays as it is. */
const isLateOrRequired: IsSent = ({ late, nested, schema }, field) =>
  nested[field] ? hasLate(nested[field].kind) : late.includes(field) || schema.required.includes(field);

/**
 * Some fields of a record and of those nested in it. References to records of kinds that are not its service's own
 * become ids.
 */
function toSend(
  kind: Kind,
  record: JsonRecord,
  isSent: IsSent,
  service: { readonly own: ReadonlySet<string>; readonly idOf: IdOf },
): JsonRecord {
  const fields = Object.entries(record).filter(([field]) => isSent(kind, field));
  let sent: JsonRecord = Object.fromEntries(
    fields.map(([field, value]) => {
      const nested = kind.nested[field]?.kind;
      const records = nested && recordsOf(field, record).map((each) => toSend(nested, each, isSent, service));
      return [field, records ?? value];
    }),
  );
  for (const { path, section } of kind.references)
    if (!service.own.has(section)) sent = mapRefs(sent, path, (ref) => service.idOf(section, ref));
  return sent;
}
