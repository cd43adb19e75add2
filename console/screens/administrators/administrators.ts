import { present as required } from '../../../platform/core/present.ts';
import { type Administrator, AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { form } from '../../components/form.ts';
import { heading, section } from '../../components/heading.ts';
import { type Fragment, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { linkPage } from './link-page.ts';
import { openIdSection } from './openid-section.ts';

/** Who may use the console, and the form that adds somebody. */
export const administrators = screen({
  path: '/administrators',
  success: 'The administrator was added.',
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
    ],
    submit: 'Add administrator',
  }),
)}
${openIdSection(openId, { session, site, present })}`,
    };
  },
  async submit({ send, values: { email = '' }, present }) {
    const { administrator, link } = await send(AdministratorService.method.addAdministrator, { email });
    return linkPage(required(administrator, 'administrator').name, link, present);
  },
});

function actions({ userId, name, isArchived }: Administrator, all: readonly Administrator[]): Fragment {
  const path = `/console/administrators/${userId}`;
  const isLast = !all.some((each) => each.userId !== userId && each.canSignIn);
  return html`${!isArchived && linkButton(`${path}/new-link`, 'New link', undefined, name)}${
    isLast
      ? html`<span class="muted small">Nobody else can sign in, so ${name} cannot be removed.</span>`
      : linkButton(`${path}/remove`, 'Remove', 'danger', name)
  }`;
}
