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
import { openIdSection } from './openid-section.ts';

/** Who may use the console, and the form that adds somebody. */
export const administrators = screen({
  path: '/administrators',
  success: 'The administrator was added.',
  faults: { ADMINISTRATOR_USER_NOT_FOUND: 'email' },
  async view({ call, session, present, site }, state) {
    const [{ administrators: all }, { provider }] = await Promise.all([
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
          head: 'Last signed in',
          cell: ({ lastSignedInAt }) =>
            lastSignedInAt === undefined ? html`<span class="muted">Never</span>` : time(lastSignedInAt, present),
        },
        {
          head: 'Added',
          cell: ({ createdAt, createdBy }) =>
            html`${date(createdAt, present)} <span class="muted">by ${(createdBy !== undefined && names.get(createdBy)) || (createdBy === undefined ? 'the operator' : 'a former administrator')}</span>`,
        },
        { head: 'Action', kind: 'action', cell: (each) => removal(each, all.length) },
      ],
      empty: { title: 'No administrators', text: 'Whoever runs this installation can add one.' },
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
        help: 'The address of a user of the institution. To sign in for the first time, the new administrator needs your institution’s account, or a link from whoever runs this installation.',
      },
    ],
    submit: 'Add administrator',
  }),
)}
${openIdSection(provider, { session, site, present })}`,
    };
  },
  async submit({ send, values: { email = '' } }) {
    await send(AdministratorService.method.addAdministrator, { email });
    return { to: '/console/administrators' };
  },
});

function removal({ userId, name }: Administrator, count: number): Fragment {
  if (count === 1) return html`<span class="muted small">The last one cannot be removed.</span>`;
  return linkButton(`/console/administrators/${userId}/remove`, 'Remove', 'danger', name);
}
