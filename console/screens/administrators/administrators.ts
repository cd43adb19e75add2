import { present as required } from '../../../platform/core/present.ts';
import {
  type Administrator,
  AdministratorService,
  type CreateSignInLinkResponse,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { badge, heading, linkButton, secret, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { rowMenu } from '../../components/row-menu.ts';
import { table } from '../../components/table.ts';
import { date, dateTime, type Present, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { administratorIn, LIST, listParent } from './administrator-of.ts';
import { openIdSection } from './openid-section.ts';
import { rolesField, rolesSent, rolesWords } from './roles-field.ts';

/** The administrators, and the form that adds one. */
export const administrators = screen({
  path: '/administrators',
  success: () => t.administrators.wasAdded,
  faults: { ADMINISTRATOR_USER_NOT_FOUND: 'email' },
  async view({ call, session, present, site }, state) {
    const [{ administrators: all }, openId] = await Promise.all([
      call(AdministratorService.method.listAdministrators, {}),
      call(OpenIdService.method.getOpenIdProvider, {}),
    ]);
    const names = new Map(all.map(({ userId, name }) => [userId, name]));
    const list = table<Administrator>({
      label: t.frame.administrators,
      rows: all,
      columns: [
        {
          head: t.words.name,
          cell: ({ name, userId, isArchived }) =>
            html`${name}${userId === session.actor.userId && html` ${badge('plain', t.administrators.you)}`}${isArchived && html` ${badge('warn', t.words.archived)}`}`,
        },
        { head: t.words.email, cell: ({ email }) => email },
        { head: t.words.roles, cell: ({ roles }) => rolesWords(roles) },
        {
          head: t.administrators.canSignIn,
          cell: ({ canSignIn }) => (canSignIn ? t.parts.yes : badge('warn', t.parts.no)),
        },
        {
          head: t.administrators.lastSignedIn,
          cell: ({ lastSignedInAt }) =>
            lastSignedInAt === undefined
              ? html`<span class="muted">${t.words.never}</span>`
              : time(lastSignedInAt, present),
        },
        {
          head: t.administrators.added,
          cell: ({ createdAt, createdBy }) =>
            html`${date(createdAt, present)} <span class="muted">${addedBy(createdBy, names)}</span>`,
        },
        { head: t.words.action, kind: 'action', cell: (each) => actions(each, all) },
      ],
      empty: { title: t.administrators.none, text: t.administrators.noneText },
    });
    return {
      title: t.frame.administrators,
      body: html`${heading({ title: t.frame.administrators, about: t.administrators.about(session.institutionName) })}${list}
${section(
  'add',
  t.administrators.addSomebody,
  form(state, {
    fields: [
      {
        name: 'email',
        label: t.words.email,
        kind: 'email',
        required: true,
        maxLength: 255,
        help: t.administrators.aboutEmail,
      },
      rolesField([]),
    ],
    submit: t.administrators.add,
  }),
)}
${openIdSection(openId, { session, site, present })}`,
    };
  },
  async submit({ send, values, present }) {
    const { email = '' } = values;
    const roles = rolesSent(values);
    // The faults of the address come from the service, which looks at it first.
    const { administrator, link } = await send(AdministratorService.method.addAdministrator, { email, roles });
    return linkPage(required(administrator, 'administrator').name, link, present);
  },
});

function addedBy(createdBy: string | undefined, names: ReadonlyMap<string, string>): string {
  if (createdBy === undefined) return t.administrators.byOperator;
  const name = names.get(createdBy);
  return name ? t.administrators.byAdministrator(name) : t.administrators.byFormer;
}

function actions({ userId, name, isArchived }: Administrator, all: readonly Administrator[]): Html {
  const path = `/console/administrators/${userId}`;
  const isLast = !all.some((each) => each.userId !== userId && each.canSignIn);
  const note = isLast && html`<p class="muted small">${t.administrators.cannotRemove(name)}</p>`;
  return rowMenu(name, [
    linkButton(`${path}/roles`, t.administrators.changeRoles, undefined, name),
    ...(isArchived ? [] : [linkButton(`${path}/new-link`, t.administrators.newLink, undefined, name)]),
    note || linkButton(`${path}/remove`, t.words.remove, 'danger', name),
  ]);
}

/** Makes another link that signs an administrator in once. */
export const newSignInLink = screen({
  path: '/administrators/{userId}/new-link',
  success: () => t.administrators.linkCreated,
  async view(visit, state) {
    const { name } = await administratorIn(visit);
    return {
      title: t.administrators.newLinkFor(name),
      body: confirmation(state, {
        title: t.administrators.newLinkQuestion(name),
        consequences: [t.administrators.aboutLink, t.administrators.earlierLinks(name)],
        act: t.administrators.createLink,
        back: LIST,
      }),
    };
  },
  async submit(visit) {
    const { name, email } = await administratorIn(visit);
    const link = await visit.send(AdministratorService.method.createSignInLink, { email });
    return linkPage(name, link, visit.present);
  },
});

/** Shows a link this once, or for a form that was sent a second time how to get another one. */
export function linkPage(name: string, link: CreateSignInLinkResponse | undefined, present: Present): Page {
  const { url = '', expiresAt = '' } = link ?? {};
  const back = html`<p class="actions">${linkButton(LIST, t.administrators.openList)}</p>`;
  const shown =
    url === ''
      ? html`<p class="message warn">${t.administrators.linkShown}</p>${back}`
      : secret({
          title: t.administrators.giveLink(name),
          about: t.administrators.linkIs(dateTime(expiresAt, present)),
          values: [[t.administrators.signInLink, url]],
          next: back,
        });
  return { title: name, isNarrow: true, body: html`${heading({ title: name, parent: listParent() })}${shown}` };
}

/** Ends a user's being an administrator. */
export const removeAdministrator = screen({
  path: '/administrators/{userId}/remove',
  success: () => t.administrators.wasRemoved,
  async view(visit, state) {
    const found = await administratorIn(visit);
    const isSelf = found.userId === visit.session.actor.userId;
    const says = t.administrators;
    return {
      title: t.administrators.removeTitle(found.name),
      body: confirmation(state, {
        title: isSelf ? says.removeSelf : says.removeQuestion(found.name),
        consequences: isSelf
          ? [says.signsSelfOut, says.yourUserStays, says.addYouAgain]
          : [says.signsOut(found.name), says.userStays, says.addAgain],
        act: t.words.remove,
        back: LIST,
      }),
    };
  },
  async submit({ send, params: { userId = '' } }) {
    await send(AdministratorService.method.removeAdministrator, { userId });
    return { to: LIST };
  },
});
