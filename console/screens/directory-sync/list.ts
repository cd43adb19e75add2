import { present as required } from '../../../platform/core/present.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { badge, heading, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { HOME } from '../../components/navigation.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { screen } from '../../route/screen.ts';
import { credentialsPage } from '../integrations/create.ts';
import { lastUse, secretUses } from '../integrations/figures.ts';
import { changedIntegration, nameFact, pathOf, SYNCS } from '../integrations/integration-of.ts';

/** The systems that keep people up to date by SCIM, and the form that gives one a token. */
export const directorySyncs = screen({
  path: '/integrations/directory-sync',
  success: () => 'The token was created.',
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
            const last = uses ? lastUse(uses, id) : undefined;
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

/** Lets a directory sync archive people again. */
export const allowArchiving = changeScreen(changedIntegration, {
  path: '/integrations/directory-sync/{id}/allow-archiving',
  success: () => 'The directory sync may archive people again.',
  next: pathOf,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Allow ${record.name} to archive people`,
    body: confirmation(state, {
      title: `Allow ${record.name} to archive more people?`,
      consequences: [
        'It was stopped because it archived more than a fifth of the people within an hour, or changed the emails with which they sign in. Check that this was intended before you allow more.',
        'If you didn’t expect that, check the directory first: it may have lost people.',
      ],
      act: 'Allow archiving',
      back: pathOf(record),
    }),
  }),
  async save({ send, record }) {
    await send(SyncGuardService.method.allowArchiving, { integrationId: record.id });
    return mayOpen(pathOf(record)) ? undefined : { to: HOME };
  },
});

/** Ends a directory sync. */
export const endToken = changeScreen(changedIntegration, {
  path: '/integrations/directory-sync/{id}/end',
  success: () => 'The token has ended.',
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `End the token of ${record.name}`,
    body: confirmation(state, {
      title: `End the token of ${record.name}?`,
      consequences: [
        'Within seconds, the directory will no longer be able to add or change people.',
        'The people it created will not be removed. To connect it again, create a new token.',
      ],
      act: 'End token',
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.deactivateIntegration, { clientId, precondition });
    return undefined;
  },
});
