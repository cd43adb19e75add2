import { present as required } from '../../../platform/core/present.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { type Faults, refuseFaults } from '../../route/sent-form.ts';
import { findPerson } from '../people/person-of.ts';
import { readRecord, recordFields, withFaultsBeside } from './record-fields.ts';
import { PATH, pathOf } from './record-of.ts';

/** Adds a record of a person. */
export const addRecord = screen({
  path: '/time-records/add',
  success: () => 'The record was added.',
  faults: { MEMBER_NOT_FOUND: 'person', TIME_TRACKING_DISABLED: 'start', MONTH_CLOSED: 'start' },
  view: ({ present, query }, state) => ({
    title: 'Add record',
    isNarrow: true,
    body: html`${heading({
      title: 'Add record',
      parent: { href: PATH, title: 'Time records' },
      about: `Times are those of ${present.timeZone}.`,
    })}${form(state, {
      fields: [{ ...person, value: query.person ?? '' }, ...recordFields({}, state.values, present)],
      isFocused: true,
      submit: 'Save record',
      cancel: PATH,
    })}`,
  }),
  async submit(visit) {
    const { send, present, values } = visit;
    const { person: typed = '', note = '' } = values;
    const { log, numbers, faults } = readRecord({}, values, present);
    const found = typed === '' ? undefined : await findPerson(visit, typed);
    const ofPerson = typed === '' ? 'Fill this in.' : found ? archivedFault(found) : NO_PERSON;
    const all: Faults = { ...(ofPerson !== undefined && { person: ofPerson }), ...faults };
    refuseFaults(all);
    const member = { identity: { case: 'userId' as const, value: required(found, 'person').id } };
    const text = note.replaceAll(/\r\n?/g, '\n');
    const created = await withFaultsBeside(present, numbers, () =>
      send(LogService.method.createLog, { member, log: { ...log, ...(text !== '' && { note: text }) } }),
    );
    return { to: pathOf(required(created.log, 'log')) };
  },
});

const person: Field = {
  name: 'person',
  label: 'Person',
  required: true,
  maxLength: 320,
  help: 'An email, a code or an id.',
};

/** The fault of a text that names no person. */
export const NO_PERSON = 'Nobody has this email, code or id.';

function archivedFault({ isArchived, name }: { readonly isArchived: boolean; readonly name: string }) {
  return isArchived ? `${name} is archived.` : undefined;
}
