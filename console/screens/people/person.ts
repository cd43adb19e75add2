import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { linkButton } from '../../components/button.ts';
import { form } from '../../components/form.ts';
import { heading, section } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { archiving } from '../administrators/archiving.ts';
import { changesSection } from '../audit/changes-section.ts';
import { askForEnd, endBeforeArchiving } from './end-before-archiving.ts';
import { personFacts } from './person-facts.ts';
import { archivedField, namingConflicts, personFields, userChange } from './person-fields.ts';
import { changedPerson, PATH, pathOf } from './person-of.ts';

/** A person: what is known, and the form that changes it. */
export const person = changeScreen(changedPerson, {
  path: '/people/{id}',
  success: 'The person was saved.',
  faults: { LAST_ADMINISTRATOR: 'isArchived' },
  next: ({ user }) => pathOf(user),
  fields: (_visit, { user }) => [...personFields(user), archivedField(user)],
  async confirmation({ user }, { isArchived }, visit) {
    if (user.isArchived || isArchived !== '1') return undefined;
    const { consequences, fields } = await askForEnd(visit, user);
    return {
      title: `Archive ${user.name}?`,
      ...(fields && { fields }),
      consequences: [
        ...consequences,
        'The person can no longer clock in, be invited or sign in to this console.',
        'Their records and appointments stay. Untick Archived to undo this.',
      ],
      act: 'Archive',
      back: pathOf(user),
    };
  },
  async view(visit, { record, fields, ...state }) {
    const { user } = record;
    const [facts, changes] = await Promise.all([
      personFacts(visit, record),
      changesSection(visit, { resourceKind: 'user', resourceId: user.id }),
    ]);
    return {
      title: user.name,
      isNarrow: true,
      body: html`${heading({
        title: user.name,
        parent: { href: PATH, title: 'People' },
        about: user.isArchived && 'Archived.',
        actions: html`${linkButton(`/console/time-records?${new URLSearchParams({ person: user.id })}`, 'Time records')}${
          !user.isArchived && linkButton(`/console/calendar-feeds/new/user/${user.id}`, 'Create calendar feed')
        }`,
      })}${facts}${section('change', 'Change', form(state, { fields, submit: 'Save person' }))}${changes}`,
    };
  },
  async save(visit) {
    const { send, record, changed, precondition } = visit;
    const { id, revision } = record.user;
    const change = { id, precondition, ...userChange(changed) };
    const isArchived = changed.isArchived === '1';
    await namingConflicts(visit, changed, () =>
      archiving(visit, isArchived ? [id] : [], async () => {
        // Not for a form that the update refuses, because the person has changed meanwhile.
        if (isArchived && precondition.revisions?.includes(revision)) await endBeforeArchiving(visit, record.user);
        return send(UserService.method.updateUser, change);
      }),
    );
    return undefined;
  },
});
