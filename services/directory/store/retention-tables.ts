import { bigint, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

/** The people of whom nothing is erased, with the reason. */
export const personHolds = table('person_holds', {
  audited: { resource: 'hold' },
  whose: 'id',
  columns: {
    /** The id is the user's. */
    ...identified,
    reason: text().says('text').check('char_length(reason) BETWEEN 1 AND 500'),
    revision: uuid().says('nothing'),
    ...dated,
  },
  references: { person_holds_user: { columns: ['institutionId', 'id'], to: 'users' } },
});

/** The runs of institutions that do not keep everything: one row each, with the next run and the last one. */
export const retentions = table('retentions', {
  columns: {
    institutionId: uuid().says('nothing'),
    /** When the next run begins. */
    dueAt: instant().says('nothing'),
    /** When the run that goes on has begun; null between two. */
    startedAt: instant().says('nothing').nullable(),
    /** The last person whom it has looked at; null before the first. */
    position: uuid().says('nothing').nullable(),
    /** How many people the last run has erased, or this one so far. */
    people: integer().says('nothing'),
    /** Up to where the journal of erasures has that. */
    sequence: bigint().says('nothing'),
    /** The day of the last run that has ended. */
    ranOn: plainText().says('nothing').nullable(),
  },
  primaryKey: ['institutionId'],
  references: { retentions_institution: { columns: ['institutionId'], to: 'institutions' } },
  indexes: { retentions_due: { on: ['dueAt'] } },
});

/** The people whom the last run could not erase. */
export const leftPeople = table('left_people', {
  isOfTheMoment: true,
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    reason: text<LeftReason>().says('nothing').check("reason IN ('held', 'clocked_in')"),
    /** When a run has noted it. */
    notedAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'userId'],
});

/** Why a run has left somebody. */
export type LeftReason = 'held' | 'clocked_in';
