import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { type AppointmentRecordSchema, ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import type { School } from './school.ts';

export type RecordInit = MessageInitShape<typeof AppointmentRecordSchema>;

/** A record with what is required, in no room. */
export function recordOf(school: School, ref: string, fields: RecordInit = {}): RecordInit {
  const { title, dateTime, duration, courseIds } = school.request() as RecordInit;
  return { ref, title, dateTime, duration, courseIds, ...fields } as RecordInit;
}

/** Imports so many appointments, by batches: `a0`, `a1`, … */
export async function importAppointments(
  school: School,
  count: number,
  fieldsOf: (n: number) => RecordInit = () => ({}),
): Promise<ImportedRecord[]> {
  const imported: ImportedRecord[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - start);
    const records = Array.from({ length }, (_, n) => recordOf(school, `a${start + n}`, fieldsOf(start + n)));
    imported.push(...(await school.operator(ImportService.method.importAppointments, { records })).records);
  }
  return imported;
}

const AT_ONCE = 1_000;
