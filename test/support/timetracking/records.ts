import { NO_FIELDS, type TimeRecord } from '../../../services/timetracking/domain/time-record.ts';

/** An open session that began at an instant, overridden by `values`. */
export function sessionAt(start: string | number, values: Partial<TimeRecord> = {}): TimeRecord {
  const at = instant(start);
  return {
    id: 'session',
    userId: 'member',
    start: at,
    end: null,
    pauses: [],
    timestamps: [],
    source: 'session',
    ...NO_FIELDS,
    autoClosed: false,
    correctedAt: null,
    lastEvent: at,
    createdAt: at,
    updatedAt: at,
    revision: 'first',
    ...values,
  };
}

/** Epoch milliseconds of an ISO 8601 text, or the number itself. */
export function instant(at: string | number): number {
  return typeof at === 'number' ? at : Date.parse(at);
}
