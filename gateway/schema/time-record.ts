import { type Static, Type } from 'typebox';
import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import {
  PauseSchema,
  RecordSource,
  RecordStatus,
  type TimeRecord as TimeRecordMessage,
  TimeRecordSchema,
  TimestampSchema,
} from '../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { Id, Instant, Int32, nullable } from './types.ts';

const Minutes = (description: string) =>
  nullable(Int32(`${description}, in whole minutes, rounded down. Null while open.`, { minimum: 0, examples: [480] }));

/** A pause of a record. */
const TimePause = representation('TimePause', PauseSchema, {
  startTime: Instant('When the pause began.'),
  endTime: nullable(Instant('When it ended; null while it runs.')),
});

/** A category timestamp of a record. */
const TimeTimestamp = representation('TimeTimestamp', TimestampSchema, {
  id: Id('The timestamp’s id.'),
  templateId: nullable(Id('The template of the timestamp; null if it has only a label.')),
  label: { text: 'The label you gave, otherwise that of the template.', example: 'Exam supervision' },
  time: Instant('When.'),
});

export const recordStatuses = lowerCaseTexts(RecordStatus);
export const recordSources = lowerCaseTexts(RecordSource);

const words = {
  id: Id('The record’s id; a session keeps it when it becomes a log.'),
  userId: Id('The member’s user id.'),
  startTime: { text: 'When it began.', input: 'When it begins.', example: '2026-10-01T08:00:00.000Z' },
  endTime: {
    text: 'When it ended; exclusive. Null while open.',
    input: 'When it ends; exclusive. After `startTime`, by at most 366 days.',
    example: '2026-10-01T08:00:00.000Z',
  },
  status: Type.String({
    enum: [...recordStatuses.all],
    description: '`open` and `paused`: a session. `closed`: a log.',
  }),
  pauses: {
    shown: Type.Array(TimePause, {
      description: 'The pauses in chronological order, without overlaps, within the record.',
    }),
    input: 'The pauses in chronological order, without overlaps, within the log.',
    body: Type.Array(
      Type.Object(
        { startTime: Instant('When the pause begins.'), endTime: Instant('When it ends; after its start.') },
        { title: 'TimePauseInput', additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  },
  timestamps: Type.Array(TimeTimestamp, { description: 'By time.' }),
  source: Type.String({
    enum: [...recordSources.all],
    description:
      'What created the record: a session start, a single log create, an item of a bulk, or an administrator in the console.',
  }),
  note: 'Free text.',
  autoClosed:
    'Whether a later punch closed it at the end of the day on which it started, in the institution’s time zone.',
  correctedAt: nullable(
    Instant(
      'When somebody last corrected the times, or confirmed those of a log that was closed automatically. Null if nobody has looked.',
    ),
  ),
  durationMinutes: Minutes('The time from start to end'),
  pauseMinutes: Minutes('The total of all pauses'),
  workedMinutes: Minutes('The exact duration minus the exact pauses'),
  createdAt: Instant('When the record was created.'),
  updatedAt: Instant('The server’s clock when the last change of the record began.'),
  revision: null,
} satisfies Words<TimeRecordMessage>;

/** A session or a log: one record (decisions 10.2). */
export const TimeRecord = representation('TimeRecord', TimeRecordSchema, words, {
  description: 'A session while it is open or paused; a log when it is closed.',
});
export type TimeRecordView = Static<typeof TimeRecord>;

/** The answer to the start of a session (decisions 10.3). */
export const StartedSession = Type.Object(
  { ...TimeRecord.properties, closedActiveSession: Type.Optional(TimeRecord) },
  {
    title: 'StartedSession',
    description:
      'Has `closedActiveSession`, a log, if the start closed a session from an earlier day; if there were several, the earliest.',
  },
);

/** The fields of a log in bodies, beside those that name the member. */
export const logFields = createBody('Log', TimeRecordSchema, words).properties;
export const changedLogFields = updateBody('Log', TimeRecordSchema, words).properties;

export const logExample: TimeRecordView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1a01',
  userId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  startTime: '2026-10-05T06:00:00.000Z',
  endTime: '2026-10-05T14:30:00.000Z',
  status: 'closed',
  pauses: [{ startTime: '2026-10-05T10:00:00.000Z', endTime: '2026-10-05T10:30:00.000Z' }],
  timestamps: [],
  source: 'session',
  note: null,
  autoClosed: false,
  correctedAt: null,
  durationMinutes: 510,
  pauseMinutes: 30,
  workedMinutes: 480,
  createdAt: '2026-10-05T06:00:00.000Z',
  updatedAt: '2026-10-05T14:30:00.000Z',
};

export const sessionExample: TimeRecordView = {
  ...logExample,
  endTime: null,
  status: 'open',
  pauses: [],
  durationMinutes: null,
  pauseMinutes: null,
  workedMinutes: null,
  updatedAt: '2026-10-05T06:00:00.000Z',
};

export const pausedExample: TimeRecordView = {
  ...sessionExample,
  status: 'paused',
  pauses: [{ startTime: '2026-10-05T10:00:00.000Z', endTime: null }],
  updatedAt: '2026-10-05T10:00:00.000Z',
};
