import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { facts, heading, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { date, type Present } from '../../components/time.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { changedPerson, type Person, pathOf } from './person-of.ts';

/** Whether a person is on hold, and why; nothing of one who was erased. */
export function holdSection({ user, hold }: Person, present: Present): Html | undefined {
  if (user.erasedAt !== undefined) return undefined;
  return section(
    'hold',
    t.people.hold,
    hold
      ? html`${facts([
          [t.words.reason, hold.reason],
          [t.people.since, date(hold.since, present)],
        ])}<p>${linkButton(`${pathOf(user)}/end-hold`, t.people.endHold)}</p>`
      : html`<p class="muted">${t.people.aboutNoHold}</p><p>${linkButton(`${pathOf(user)}/hold`, t.people.putOnHold)}</p>`,
  );
}

/** Puts a person on hold, or gives the hold another reason. */
export const holdPerson = screen({
  path: '/people/{id}/hold',
  success: () => t.people.onHold,
  async view(visit, state) {
    const { user, hold } = await changedPerson.read(visit);
    return {
      title: t.people.holdTitle(user.name),
      isNarrow: true,
      body: html`${heading({
        title: t.people.holdTitle(user.name),
        parent: { href: pathOf(user), title: user.name },
        about: t.people.aboutHold,
      })}${form(state, {
        fields: [
          {
            name: 'reason',
            label: t.words.reason,
            required: true,
            maxLength: 500,
            value: hold?.reason ?? '',
            help: t.people.aboutHoldReason,
          },
        ],
        submit: t.people.putOnHold,
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
  success: () => t.people.holdEnded,
  async view(visit: SessionVisit, state) {
    const { user } = await changedPerson.read(visit);
    return {
      title: t.people.endHoldQuestion(user.name),
      body: confirmation(state, {
        title: t.people.endHoldQuestion(user.name),
        consequences: [t.people.afterHold],
        act: t.people.endHold,
        back: pathOf(user),
      }),
    };
  },
  async submit({ send, params: { id: userId = '' } }) {
    await send(PersonService.method.endHold, { userId });
    return { to: pathOf({ id: userId }) };
  },
});
