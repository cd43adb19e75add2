/**
 * The reference's state of one member: its records, with the terms of decisions 10.2, instants in epoch milliseconds.
 */
export interface ReferenceState {
  /** The institution's zone; null is unset. */
  readonly zone: string | null;
  readonly records: readonly ReferenceRecord[];
}

export interface ReferenceRecord {
  readonly id: string;
  readonly startTime: number;
  readonly endTime: number | null;
  readonly pauses: readonly ReferencePause[];
  readonly timestamps: readonly ReferenceTimestamp[];
  readonly source: 'session' | 'api' | 'bulk';
  readonly note: string | null;
  readonly autoClosed: boolean;
  /** The latest of start, pause and resume, of a session (decisions 10.6). */
  readonly lastEvent: number;
}

export interface ReferencePause {
  readonly startTime: number;
  readonly endTime: number | null;
}

export interface ReferenceTimestamp {
  readonly id: string;
  readonly templateId: string | null;
  readonly label: string;
  readonly time: number;
}

/** The member's open session. */
export function findOpen({ records }: ReferenceState): ReferenceRecord | undefined {
  return records.find(({ endTime }) => endTime === null);
}

/** The state in which a record is another one. */
export function withRecord(state: ReferenceState, record: ReferenceRecord): ReferenceState {
  return { ...state, records: [...state.records.filter(({ id }) => id !== record.id), record] };
}

/** Whether a session is on a pause. */
export function isPaused({ pauses }: ReferenceRecord): boolean {
  return pauses.some(({ endTime }) => endTime === null);
}

/** A half-open interval; a null end is infinity. */
export interface Interval {
  readonly startTime: number;
  readonly endTime: number | null;
}

/** The earliest record that an interval overlaps. @param except the id of a record that is no conflict */
export function findConflict(
  { records }: ReferenceState,
  interval: Interval,
  except?: string,
): ReferenceRecord | undefined {
  return records
    .filter(({ id }) => id !== except)
    .filter((record) => overlap(record, interval))
    .sort((a, b) => a.startTime - b.startTime)[0];
}

/** Whether there is an instant that lies in both of two half-open intervals. */
export function overlap(one: Interval, other: Interval): boolean {
  const laterStart = Math.max(one.startTime, other.startTime);
  const earlierEnd = Math.min(one.endTime ?? Number.POSITIVE_INFINITY, other.endTime ?? Number.POSITIVE_INFINITY);
  return laterStart < earlierEnd;
}

/**
 * A session as the log that it becomes. What of its pauses lies behind the end is cut off, and no pause is empty
 * (decisions 10.7).
 */
export function closed(session: ReferenceRecord, endTime: number, autoClosed: boolean): ReferenceRecord {
  const pauses = session.pauses
    .map((pause) => ({ startTime: pause.startTime, endTime: Math.min(pause.endTime ?? endTime, endTime) }))
    .filter((pause) => pause.startTime < pause.endTime);
  return { ...session, endTime, pauses, autoClosed };
}
