import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { ImportedRecord } from '../../proto/gen/lyceum/common/v1/import_pb.ts';

/** A record that a service takes apart from the section's record that holds it. */
export interface NestedRecord<R> {
  readonly record: R;
  /** Where it is in the batch of the section's records: `/records/3/versions/0`. */
  readonly at: string;
}

/** Sends nested records, as many at once as a service takes; a refusal points to where they are in the batch. */
export async function sendNested<R>(
  nested: readonly NestedRecord<R>[],
  send: (records: R[]) => Promise<ImportedRecord[]>,
): Promise<ImportedRecord[]> {
  const imported: ImportedRecord[] = [];
  for (let start = 0; start < nested.length; start += RECORDS_AT_MOST) {
    const part = nested.slice(start, start + RECORDS_AT_MOST);
    try {
      imported.push(...(await send(part.map(({ record }) => record))));
    } catch (error) {
      throw error instanceof Refusal ? placed(error, part) : error;
    }
  }
  return imported;
}

function placed(refusal: Refusal, nested: readonly NestedRecord<unknown>[]): Refusal {
  const violations = refusal.violations.map((violation) => {
    const [, , index, ...rest] = violation.pointer.split('/');
    const holder = nested[Number(index)]?.at ?? '';
    return { ...violation, pointer: [holder, ...rest].join('/') };
  });
  return new Refusal(refusal, { violations, facts: refusal.facts, cause: refusal });
}

const RECORDS_AT_MOST = 1000;
