/**
 * A session or a log: one kind of record (decisions 10.2). All instants are epoch milliseconds. It occupies [start, end); while open, [start,
 * infinity).
 */
export interface TimeRecord {
  readonly id: string;
  readonly userId: string;
  readonly start: number;
  /** Null while the session is open. */
  readonly end: number | null;
  /** In order, not overlapping, not empty, within the record; only the last pause of an open record may be running. */
  readonly pauses: readonly Pause[];
  /** In order of time. */
  readonly timestamps: readonly Timestamp[];
  readonly source: 'session' | 'api' | 'bulk';
  readonly note: string | null;
  readonly autoClosed: boolean;
  /** The latest of start, pauses and resumes: no punch may be earlier (decisions 10.6). */
  readonly lastEvent: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: string;
}

export interface Pause {
  readonly start: number;
  /** Null while it runs. */
  readonly end: number | null;
}

/** A category timestamp. */
export interface Timestamp {
  readonly id: string;
  readonly templateId: string | null;
  readonly label: string;
  readonly time: number;
}

/** The input of every change to a record. */
export interface Change {
  /** In epoch milliseconds. */
  readonly now: number;
  readonly revision: string;
}

/** A changed record, with the time and revision of the change. */
export function changed(record: TimeRecord, values: Partial<TimeRecord>, { now, revision }: Change): TimeRecord {
  return { ...record, ...values, updatedAt: now, revision };
}

export function isPaused({ pauses }: TimeRecord): boolean {
  return pauses.at(-1)?.end === null;
}
