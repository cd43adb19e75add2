import type { Static } from 'typebox';
import { TimestampSchema } from '../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { TimestampTemplateSchema } from '../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

/** The answer of POST /time-tracking/timestamps (decisions 10.4). */
export const SessionTimestamp = representation('SessionTimestamp', TimestampSchema, {
  id: Id('The timestamp’s id.'),
  sessionId: Id('The session that it belongs to.'),
  templateId: nullable(Id('The template of the timestamp.')),
  label: 'The label you gave, otherwise that of the template.',
  time: Instant('When.'),
});
export type SessionTimestampView = Static<typeof SessionTimestamp>;

export const timestampExample: SessionTimestampView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1b01',
  sessionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1a01',
  templateId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1c01',
  label: 'Exam supervision',
  time: '2026-10-05T08:15:00.000Z',
};

/** A category for timestamps (decisions 10.2). */
export const TimestampTemplate = representation('TimestampTemplate', TimestampTemplateSchema, {
  id: Id('The template’s id. You may store it.'),
  label: { text: 'For people.', example: 'Exam supervision' },
  color: { text: 'For display.', example: '#1c4e80' },
  position: 'The position in the list, from 0.',
});

export const templateExample: Static<typeof TimestampTemplate> = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1c01',
  label: 'Exam supervision',
  color: '#1c4e80',
  position: 0,
};
