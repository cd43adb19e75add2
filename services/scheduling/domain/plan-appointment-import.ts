import { refuse } from '../../../platform/core/errors/refusal.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import type { AppointmentRecord } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import type { AppointmentState } from './appointment.ts';
import { type AppointmentChange, revised } from './change-appointment.ts';
import { newAppointment } from './new-appointment.ts';
import { referenceFaults } from './reference-faults.ts';
import type { Surroundings } from './surroundings.ts';
import { valueFaults } from './value-faults.ts';

/** A record of the batch with what it is here. */
export interface PlannedAppointment extends AppointmentChange {
  readonly ref: string;
  /** What is stored under the ref; null for a new appointment. */
  readonly before: AppointmentState | null;
  readonly change: 'create' | 'update' | 'none';
}

interface Given {
  /** What is stored under the batch's refs. */
  readonly stored: ReadonlyMap<string, AppointmentState>;
  readonly known: Surroundings;
  /** In epoch milliseconds. */
  readonly now: number;
  newId(): string;
}

/** What an import of appointments does: each is made as its record says, whole, by the rules of creation. Refuses with REQUEST_INVALID. */
export function planAppointmentImport(
  records: readonly AppointmentRecord[],
  { stored, known, now, newId }: Given,
): PlannedAppointment[] {
  const violations = records.flatMap((record, index) => {
    const at = `/records/${index}`;
    return [...valueFaults(record, at), ...referenceFaults(record, known, stored.get(record.ref) ?? null, at)];
  });
  violations.unshift(...repeatedRefs(records));
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  return records.map((record): PlannedAppointment => {
    const { ref } = record;
    const before = stored.get(ref) ?? null;
    const creatorUserId = record.creatorUserId?.toLowerCase() ?? null;
    const revision = newId();
    const made = newAppointment(record, { id: before?.id ?? newId(), revision, now, creatorUserId, known });
    if (!before) return { ref, before, next: made, changed: [], isWritten: true, change: 'create' };
    const { sequence, createdAt, updatedAt } = before;
    const next = { ...made, sequence, revision: before.revision, createdAt, updatedAt };
    const changed = revised(before, next, { revision, now });
    return { ref, before, ...changed, change: changed.isWritten ? 'update' : 'none' };
  });
}
