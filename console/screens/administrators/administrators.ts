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
import type { Page } from '../../components/page.ts';
import { rowMenu } from '../../components/row-menu.ts';
import { table } from '../../components/table.ts';
import { date, dateTime, type Present, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { administratorIn, LIST } from './administrator-of.ts';
import { openIdSection } from './openid-section.ts';
import { rolesField, rolesSent, rolesWords } from './roles-field.ts';

/** The administrators, and the form that adds one. */
export const administrators = screen({
  path: '/administrators',
  success: () => 'The administrator was added.',
  faults: { ADMINISTRATOR_USER_NOT_FOUND: 'email' },
  async view({ call, session, present, site }, state) {
    const [{ administrators: all }, openId] = await Promise.all([
      call(AdministratorService.method.listAdministrators, {}),
      call(OpenIdService.method.getOpenIdProvider, {}),
    ]);
    const names = new Map(all.map(({ userId, name }) => [userId, name]));
    const list = table<Administrator>({
      label: 'Administrators',
      rows: all,
      columns: [
        {
          head: 'Name',
          cell: ({ name, userId, isArchived }) =>
            html`${name}${userId === session.actor.userId && html` ${badge('plain', 'You')}`}${isArchived && html` ${badge('warn', 'Archived')}`}`,
        },
        { head: 'Email', cell: ({ email }) => email },
        { head: 'Roles', cell: ({ roles }) => rolesWords(roles) },
        {
          head: 'Can sign in',
          cell: ({ canSignIn }) => (canSignIn ? 'Yes' : badge('warn', 'No')),
        },
        {
          head: 'Last signed in',
          cell: ({ lastSignedInAt }) =>
            lastSignedInAt === undefined ? html`<span class="muted">Never</span>` : time(lastSignedInAt, present),
        },
        {
          head: 'Added',
          cell: ({ createdAt, createdBy }) =>
            html`${date(createdAt, present)} <span class="muted">by ${(createdBy !== undefined && names.get(createdBy)) || (createdBy === undefined ? 'the operator' : 'a former administrator')}</span>`,
        },
        { head: 'Action', kind: 'action', cell: (each) => actions(each, all) },
      ],
      empty: { title: 'No administrators', text: 'To add one, ask the person who runs your Lyceum server.' },
    });
    return {
      title: 'Administrators',
      body: html`${heading({ title: 'Administrators', about: `Who may use the console of ${session.institutionName}.` })}${list}
${section(
  'add',
  'Add somebody',
  form(state, {
    fields: [
      {
        name: 'email',
        label: 'Email',
        kind: 'email',
        required: true,
        maxLength: 255,
        help: 'The email address of a person at your institution. You’ll get a link to hand over, for their first sign-in.',
      },
      rolesField([]),
    ],
    submit: 'Add administrator',
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

function actions({ userId, name, isArchived }: Administrator, all: readonly Administrator[]): Html {
  const path = `/console/administrators/${userId}`;
  const isLast = !all.some((each) => each.userId !== userId && each.canSignIn);
  const note = isLast && html`<p class="muted small">Nobody else can sign in, so ${name} cannot be removed.</p>`;
  return rowMenu(name, [
    linkButton(`${path}/roles`, 'Change roles', undefined, name),
    ...(isArchived ? [] : [linkButton(`${path}/new-link`, 'New link', undefined, name)]),
    note || linkButton(`${path}/remove`, 'Remove', 'danger', name),
  ]);
}

/** Makes another link that signs an administrator in once. */
export const newSignInLink = screen({
  path: '/administrators/{userId}/new-link',
  success: () => 'The link was created.',
  async view(visit, state) {
    const { name } = await administratorIn(visit);
    return {
      title: `New link for ${name}`,
      body: confirmation(state, {
        title: `Create a new link for ${name}?`,
        consequences: [
          'You’ll get a link to hand over. It can be used once and expires in 72 hours.',
          `Earlier links for ${name} will stop working.`,
        ],
        act: 'Create link',
        back: '/console/administrators',
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
  const back = html`<p class="actions">${linkButton(LIST.href, 'Open administrators')}</p>`;
  const shown =
    url === ''
      ? html`<p class="message warn">You already submitted this form, and the link was shown then. To get a new one, choose New link.</p>${back}`
      : secret({
          title: `Give ${name} this link`,
          about: html`This link works once and expires ${dateTime(expiresAt, present)}. It replaces earlier links for this person. Anyone who has it can sign in as them, so share it privately.`,
          values: [['Sign-in link', url]],
          next: back,
        });
  return { title: name, isNarrow: true, body: html`${heading({ title: name, parent: LIST })}${shown}` };
}

/** Ends a user's being an administrator. */
export const removeAdministrator = screen({
  path: '/administrators/{userId}/remove',
  success: () => 'The administrator was removed.',
  async view(visit, state) {
    const found = await administratorIn(visit);
    const isSelf = found.userId === visit.session.actor.userId;
    return {
      title: `Remove ${found.name}`,
      body: confirmation(state, {
        title: isSelf ? 'Remove yourself from the administrators?' : `Remove ${found.name} from the administrators?`,
        consequences: [
          isSelf
            ? 'You will be signed out on all devices immediately.'
            : `${found.name} will be signed out on all devices immediately.`,
          `${isSelf ? 'Your' : 'The'} user stays, and what ${isSelf ? 'you have' : 'they have'} created keeps working.`,
          `Another administrator can add ${isSelf ? 'you' : 'them'} again.`,
        ],
        act: 'Remove',
        back: '/console/administrators',
      }),
    };
  },
  async submit({ send, params: { userId = '' } }) {
    await send(AdministratorService.method.removeAdministrator, { userId });
    return { to: '/console/administrators' };
  },
});
