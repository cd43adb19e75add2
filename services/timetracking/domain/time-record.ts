import { create } from '@bufbuild/protobuf';
import { givenFields, type StateOf } from '../../../platform/core/resource.ts';
import {
  type TimeRecord as TimeRecordMessage,
  TimeRecordSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';

/** Fields of the contract that have another form here, or are computed. */
type Ruled =
  | (
      | 'startTime'
      | 'endTime'
      | 'pauses'
      | 'timestamps'
      | 'status'
      | 'source'
      | 'createdAt'
      | 'updatedAt'
      | 'correctedAt'
    )
  | ('durationMinutes' | 'pauseMinutes' | 'workedMinutes');

/**
 * A session or a log: one kind of record (decisions 10.2). All instants are epoch milliseconds. It occupies [start,
 * end); while open, [start, infinity).
 */
export interface TimeRecord extends StateOf<TimeRecordMessage, Ruled> {
  readonly start: number;
  /** Null while the session is open. */
  readonly end: number | null;
  /** In order, not overlapping, not empty, within the record; only the last pause of an open record may be running. */
  readonly pauses: readonly Pause[];
  /** In order of time. */
  readonly timestamps: readonly Timestamp[];
  readonly source: 'session' | 'api' | 'bulk' | 'console';
  /** The latest of start, pauses and resumes: no punch may be earlier (decisions 10.6). */
  readonly lastEvent: number;
  /** When somebody last corrected or confirmed its times; null if nobody did. */
  readonly correctedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The fields of a record that a request gives and no rule depends on. */
export type PlainFields = Omit<StateOf<TimeRecordMessage, Ruled>, 'id' | 'userId' | 'autoClosed' | 'revision'>;

/** The plain fields of a new session. */
export const NO_FIELDS: PlainFields = noFields();

function noFields(): PlainFields {
  const { startTime, endTime, pauses, ...plain } = givenFields(TimeRecordSchema, create(TimeRecordSchema));
  return plain;
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
  return { ...record, ...values, updatedAt: Math.max(record.updatedAt, now), revision };
}

export function isPaused({ pauses }: TimeRecord): boolean {
  return pauses.at(-1)?.end === null;
}
