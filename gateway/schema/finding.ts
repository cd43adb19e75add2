import { type Static, Type } from 'typebox';
import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import { ruleSetNames } from '../../platform/core/working-time-rules.ts';
import {
  type Finding as FindingMessage,
  type FindingMinutes as FindingMinutesMessage,
  FindingMinutesSchema,
  FindingRule,
  FindingSchema,
  FindingSeverity,
} from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { representation, type Words } from './contract.ts';
import { logExample } from './time-record.ts';
import { Choice, Id, Instant, Int32, LocalDate, nullable } from './types.ts';

export const findingRules = lowerCaseTexts(FindingRule);
export const findingSeverities = lowerCaseTexts(FindingSeverity);

const minutes = representation('FindingMinutes', FindingMinutesSchema, {
  actual: Int32('What was: the sum of the breaks that count, the rest, or the work.', { minimum: 0, examples: [20] }),
  limit: Int32('The least break or rest, or the most work, that the rule allows.', { minimum: 0, examples: [30] }),
} satisfies Words<FindingMinutesMessage>);

const Acknowledgement = Type.Object(
  {
    at: Instant('When somebody acknowledged it.'),
    by: Type.Object({
      id: Id('The administrator’s user id.'),
      name: nullable(Type.String({ description: 'The administrator’s name. Null if it is no longer known.' })),
    }),
    reason: Type.String({ description: 'Why it is settled.', examples: ['Emergency, agreed with the works council'] }),
  },
  { title: 'FindingAcknowledgement', description: 'Who has seen it. Null while it is open.' },
);

/** What a rule set of working time does not allow. */
export const Finding = representation('Finding', FindingSchema, {
  id: Id('Stable while rule, person, date and first record are the same.'),
  rule: Choice(
    findingRules.all,
    'What was not kept: breaks, the time without a break, the rest between two working days, the length of a working day, the average of weeks, or a Sunday or holiday without work.',
  ),
  ruleSet: Choice(ruleSetNames, 'The rule set by which the person is judged.'),
  paragraph: { text: 'Where the statute says it.', example: '§ 4 Satz 1 ArbZG' },
  severity: Choice(
    findingSeverities.all,
    '`violation`: more than the statute allows without more. `notice`: allowed under conditions that Lyceum does not know.',
  ),
  date: LocalDate(
    'The day to which it belongs, in the time zone of the institution: on which the working day began, on which work began again after a rest, or the Sunday that ends the weeks of an average.',
    '2026-10-05',
  ),
  userId: Id('The person’s user id.'),
  minutes: { text: 'In whole minutes, each rounded down from its exact sum.', shown: minutes },
  timeRecordIds: Type.Array(Id('The id of a time record.'), {
    description:
      'The records of the working day, the two around a rest, those with work on the day, or those of the last week of an average: by start, at most 100.',
  }),
  isUnsure: Type.Boolean({
    description: 'Whether one of its records was closed automatically, so that its end is not known.',
    examples: [false],
  }),
  acknowledged: nullable(Acknowledgement),
  revision: null,
} satisfies Words<FindingMessage>);
export type FindingView = Static<typeof Finding>;

export const findingExample: FindingView = {
  id: 'AQAAUQ4BmByOfTp8P5pVPRxqLwsRAZgcjn06fD-aVT0cai8aAQ',
  rule: 'break_too_short',
  ruleSet: 'de-arbzg',
  paragraph: '§ 4 Satz 1 ArbZG',
  severity: 'violation',
  date: '2026-10-05',
  userId: logExample.userId,
  minutes: { actual: 20, limit: 30 },
  timeRecordIds: [logExample.id],
  isUnsure: false,
  acknowledged: null,
};
