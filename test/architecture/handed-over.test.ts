import { expect, test } from 'vitest';
import { register } from '../../deploy/installation/register.ts';

/** What a person gets of the columns that say something of them (`console/hand-over/`). */
const HANDED_OVER = [
  ...['code', 'email', 'external_id', 'first_name', 'image', 'last_name', 'name', 'ref'].map((each) => `users.${each}`),
  ...['appointments.date_time', 'appointments.duration', 'appointments.notes'],
  ...['end_time', 'note', 'pauses', 'start_time', 'timestamps'].map((each) => `time_records.${each}`),
  ...['finding_acknowledgements.date', 'finding_acknowledgements.reason'],
  ...['end_time', 'note', 'pauses', 'start_time', 'timestamps'].map((each) => `late_records.${each}`),
  ...['administrator_sessions.address', 'administrator_sessions.method', 'administrator_sessions.user_agent'],
  ...['administrators.last_signed_in_at', 'administrator_sessions.created_at'],
  ...['calendar_feeds.name', 'passkeys.name', 'passkeys.last_used_at', 'person_holds.reason'],
];

/** What nobody gets, with the reason. */
const KEPT_BACK: Readonly<Record<string, string>> = {
  'users.code_key': 'the code in lower case',
  'users.email_key': 'the email in lower case',
  'appointment_links.date_time': 'a copy of that of the appointment',
  'time_records.last_event_at': 'the time of the last punch, which the record has',
  'late_records.last_event_at': 'the same',
  'administrators.signed_in_issuer': 'the provider of the institution',
  'administrators.signed_in_subject': 'the account there, of which the provider gives them all',
  'administrator_sessions.last_used_at': 'of a session that ends within hours',
  'administrator_sessions.user_name': 'a copy of the name',
  'sign_in_links.email': 'a copy of the email, for days at most',
  'sign_in_links.user_name': 'a copy of the name, for days at most',
  'kept_forms.address': 'of a form, for minutes, encrypted for its browser',
  'kept_forms.sealed': 'a form, for minutes, encrypted for its browser',
  'archives.requested_by_name': 'a copy of the name, of who asked for the archive of the institution',
  'audit_log.actor_name': 'what an administrator has done is about those to whom it was done',
  'audit_log.request_id': 'what an administrator has done is about those to whom it was done',
  'operators.name': 'operators are people of no institution',
};

test('a person gets each column that says something of them, unless there is a reason', () => {
  const personal = [...register.values()].flatMap((tables) =>
    tables.flatMap((table) =>
      table.columns
        .filter(({ says, whose }) => !['nothing', 'credential'].includes(says) && typeof whose !== 'string')
        .map(({ name }) => `${table.name}.${name}`),
    ),
  );
  expect([...new Set(personal)].toSorted()).toEqual([...HANDED_OVER, ...Object.keys(KEPT_BACK)].toSorted());
});
