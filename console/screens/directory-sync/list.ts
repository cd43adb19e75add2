import { present as required } from '../../../platform/core/present.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { form } from '../../components/form.ts';
import { heading, section } from '../../components/heading.ts';
import { type Fragment, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { credentialsPage } from '../integrations/credentials.ts';
import { lastUse, secretUses } from '../integrations/figures.ts';
import { pathOf, SYNCS } from '../integrations/integration-of.ts';

/** The systems that keep people up to date by SCIM, and the form that gives one a token. */
export const directorySyncs = screen({
  path: '/integrations/directory-sync',
  success: 'The token was created.',
  async view({ call, callIfAvailable, present, publicUrl }, state) {
    const [{ integrations }, { guards }, uses] = await Promise.all([
      call(IntegrationService.method.listIntegrations, {}),
      call(SyncGuardService.method.listSyncGuards, {}),
      secretUses(callIfAvailable),
    ]);
    const held = new Map(guards.map(({ integrationId, archived }) => [integrationId, archived]));
    const list = table<Integration>({
      label: 'Directory syncs',
      rows: integrations.filter(({ isDirectorySync }) => isDirectorySync),
      columns: [
        { head: 'Name', cell: ({ name }) => name },
        { head: 'State', cell: (each) => stateOf(each, held.get(each.id)) },
        {
          head: 'Last used',
          cell({ id }) {
            const last = uses && lastUse(uses, id);
            return last === undefined ? html`<span class="muted">${uses ? 'Never' : '–'}</span>` : time(last, present);
          },
        },
        { head: 'Created', cell: ({ createdAt }) => html`<span class="muted">${date(createdAt, present)}</span>` },
        { head: 'Action', kind: 'action', cell: (each) => actions(each, held.has(each.id)) },
      ],
      empty: {
        title: 'No directory sync yet',
        text: 'Entra ID, Okta, Keycloak and others keep people up to date by SCIM 2.0. Create a token and enter it there.',
      },
    });
    return {
      title: SYNCS.title,
      body: html`${heading({
        title: SYNCS.title,
        parent: { href: '/console/integrations', title: 'Integrations' },
        about: html`A directory creates, changes and archives people at <span class="mono">${publicUrl}/scim/v2</span>.`,
      })}${list}
${section(
  'create',
  'Connect a directory',
  form(state, {
    fields: [
      {
        name: 'name',
        label: 'Name',
        required: true,
        maxLength: 255,
        help: 'The name of your directory, such as “Entra ID”. You can connect up to five.',
      },
    ],
    submit: 'Create token',
  }),
)}`,
    };
  },
  async submit({ send, values: { name = '' }, publicUrl }) {
    const asked = { name, isDirectorySync: true };
    const { integration, clientSecret } = await send(IntegrationService.method.createIntegration, asked);
    return credentialsPage(required(integration, 'integration'), clientSecret, publicUrl);
  },
});

function stateOf({ isActive, secrets }: Integration, archived: number | undefined): Fragment {
  if (!isActive) return badge('plain', 'Ended');
  if (archived !== undefined) return html`${badge('bad', 'Archiving stopped')} after ${archived} people`;
  return secrets.length > 1 ? badge('warn', `${secrets.length} tokens`) : badge('good', 'Active');
}

function actions(sync: Integration, isHeld: boolean): Fragment {
  if (!sync.isActive) return html`<span class="hidden">None</span>`;
  const link = (page: string, title: string, tone?: 'danger') => linkButton(pathOf(sync, page), title, tone, sync.name);
  return html`${isHeld && link('/allow-archiving', 'Allow archiving')}${link('/rename', 'Rename')}${link('/rotate', 'Rotate token')}${sync.secrets
    .slice(0, -1)
    .map(({ hint }) =>
      link(`/end-old-token?secret=${hint}`, 'End old token', 'danger'),
    )}${link('/end', 'End token', 'danger')}`;
}
