import { present as required } from '../../../platform/core/present.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { screen } from '../../route/screen.ts';
import { type Faults, refuseFaults } from '../../route/sent-form.ts';
import { findPerson } from '../people/person-of.ts';
import { readRecord, recordFields, withFaultsBeside } from './record-fields.ts';
import { PATH, pathOf } from './record-of.ts';

/** Adds a record of a person. */
export const addRecord = screen({
  path: '/time-records/add',
  success: () => t.recordForms.added,
  faults: { MEMBER_NOT_FOUND: 'person', TIME_TRACKING_DISABLED: 'start', MONTH_CLOSED: 'start' },
  view: ({ present, query }, state) => ({
    title: t.recordForms.add,
    isNarrow: true,
    body: html`${heading({
      title: t.recordForms.add,
      parent: { href: PATH, title: t.frame.timeRecords },
      about: t.recordForms.zone(present.timeZone),
    })}${form(state, {
      fields: [{ ...personField(), value: query.person ?? '' }, ...recordFields({}, state.values, present)],
      isFocused: true,
      submit: t.recordForms.save,
      cancel: PATH,
    })}`,
  }),
  async submit(visit) {
    const { send, present, values } = visit;
    const { person: typed = '', note = '' } = values;
    const { log, numbers, faults } = readRecord({}, values, present);
    const found = typed === '' ? undefined : await findPerson(visit, typed);
    const ofPerson = typed === '' ? t.failures.fillIn : found ? archivedFault(found) : t.recordForms.noPerson;
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

function personField(): Field {
  return { name: 'person', label: t.words.person, required: true, maxLength: 320, help: t.recordForms.personHelp };
}

function archivedFault({ isArchived, name }: { readonly isArchived: boolean; readonly name: string }) {
  return isArchived ? t.recordForms.isArchived(name) : undefined;
}
