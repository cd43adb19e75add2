/** A session or a log: one record (decisions 10.2). All instants are epoch milliseconds. It occupies [start, end); while open, [start, infinity). */
export interface TimeRecord {
  readonly id: string;
  readonly userId: string;
  readonly start: number;
  /** Null while the session is open. */
  readonly end: number | null;
  /** In order, without overlap, not empty, within the record; only the last one of an open record may still run. */
  readonly pauses: readonly Pause[];
  /** By time. */
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

/** What every change of a record is given. */
export interface Change {
  /** In epoch milliseconds. */
  readonly now: number;
  readonly revision: string;
}

/** A record with something changed: it bears the change's time and revision. */
export function changed(record: TimeRecord, values: Partial<TimeRecord>, { now, revision }: Change): TimeRecord {
  return { ...record, ...values, updatedAt: now, revision };
}

export function isPaused({ pauses }: TimeRecord): boolean {
  return pauses.at(-1)?.end === null;
}
