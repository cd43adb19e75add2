import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { facts, heading, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { date, type Present } from '../../components/time.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { changedPerson, type Person, pathOf } from './person-of.ts';

/** Whether a person is on hold, and why; nothing of one who was erased. */
export function holdSection({ user, hold }: Person, present: Present): Html | undefined {
  if (user.erasedAt !== undefined) return undefined;
  return section(
    'hold',
    'Hold',
    hold
      ? html`${facts([
          ['Reason', hold.reason],
          ['Since', date(hold.since, present)],
        ])}<p>${linkButton(`${pathOf(user)}/end-hold`, 'End hold')}</p>`
      : html`<p class="muted">On hold, a person is not erased, and nothing of them goes by its age.</p><p>${linkButton(`${pathOf(user)}/hold`, 'Hold')}</p>`,
  );
}

/** Puts a person on hold, or gives the hold another reason. */
export const holdPerson = screen({
  path: '/people/{id}/hold',
  success: () => 'The person is on hold.',
  async view(visit, state) {
    const { user, hold } = await changedPerson.read(visit);
    return {
      title: `Hold ${user.name}`,
      isNarrow: true,
      body: html`${heading({
        title: `Hold ${user.name}`,
        parent: { href: pathOf(user), title: user.name },
        about:
          'Until the hold ends, the person is not erased, and nothing of them goes by its age. A planned erasure ends.',
      })}${form(state, {
        fields: [
          {
            name: 'reason',
            label: 'Reason',
            required: true,
            maxLength: 500,
            value: hold?.reason ?? '',
            help: 'All administrators see it here. It goes when the person is erased.',
          },
        ],
        submit: 'Hold',
        cancel: pathOf(user),
      })}`,
    };
  },
  async submit({ send, params: { id: userId = '' }, values: { reason = '' } }) {
    await send(PersonService.method.holdPerson, { userId, reason });
    return { to: pathOf({ id: userId }) };
  },
});

/** Ends the hold of a person. */
export const endHold = screen({
  path: '/people/{id}/end-hold',
  success: () => 'The hold has ended.',
  async view(visit: SessionVisit, state) {
    const { user } = await changedPerson.read(visit);
    return {
      title: `End the hold of ${user.name}?`,
      body: confirmation(state, {
        title: `End the hold of ${user.name}?`,
        consequences: ['The person can be erased again, and goes by age if that is set.'],
        act: 'End hold',
        back: pathOf(user),
      }),
    };
  },
  async submit({ send, params: { id: userId = '' } }) {
    await send(PersonService.method.endHold, { userId });
    return { to: pathOf({ id: userId }) };
  },
});
