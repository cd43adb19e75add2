import { present as required } from '../../../platform/core/present.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { badge, heading, linkButton, section } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { HOME } from '../../components/navigation.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { screen } from '../../route/screen.ts';
import { credentialsPage } from '../integrations/create.ts';
import { lastUse, secretUses } from '../integrations/figures.ts';
import { changedIntegration, LIST, nameFact, pathOf, SYNCS } from '../integrations/integration-of.ts';

/** The systems that keep people up to date by SCIM, and the form that gives one a token. */
export const directorySyncs = screen({
  path: '/integrations/directory-sync',
  success: () => t.directorySync.created,
  async view({ call, callIfAvailable, present, publicUrl }, state) {
    const [{ integrations }, { guards }, uses] = await Promise.all([
      call(IntegrationService.method.listIntegrations, {}),
      call(SyncGuardService.method.listSyncGuards, {}),
      secretUses(callIfAvailable),
    ]);
    const held = new Map(guards.map(({ integrationId, archived }) => [integrationId, archived]));
    const list = table<Integration>({
      label: t.directorySync.list,
      rows: integrations.filter(({ isDirectorySync }) => isDirectorySync),
      columns: [
        { head: t.words.name, cell: ({ name }) => name },
        { head: t.words.state, cell: (each) => stateOf(each, held.get(each.id)) },
        {
          head: t.words.lastUsed,
          cell({ id }) {
            const last = uses ? lastUse(uses, id) : undefined;
            return last === undefined
              ? html`<span class="muted">${uses ? t.words.never : '–'}</span>`
              : time(last, present);
          },
        },
        {
          head: t.words.created,
          cell: ({ createdAt }) => html`<span class="muted">${date(createdAt, present)}</span>`,
        },
        { head: t.words.action, kind: 'action', cell: (each) => actions(each, held.has(each.id)) },
      ],
      empty: {
        title: t.directorySync.none,
        text: t.directorySync.noneText,
      },
    });
    return {
      title: SYNCS.title,
      body: html`${heading({
        title: SYNCS.title,
        parent: LIST,
        about: t.directorySync.about(html`<span class="mono">${publicUrl}/scim/v2</span>`),
      })}${list}
${section(
  'create',
  t.directorySync.connect,
  form(state, {
    fields: [
      {
        name: 'name',
        label: t.words.name,
        required: true,
        maxLength: 255,
        help: t.directorySync.nameHelp,
      },
    ],
    submit: t.directorySync.createToken,
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
  if (!isActive) return badge('plain', t.directorySync.ended);
  if (archived !== undefined) return t.directorySync.stoppedAfter(badge('bad', t.directorySync.stopped), archived);
  return secrets.length > 1 ? badge('warn', t.directorySync.tokenCount(secrets.length)) : badge('good', t.words.active);
}

function actions(sync: Integration, isHeld: boolean): Fragment {
  if (!sync.isActive) return html`<span class="hidden">${t.directorySync.noAction}</span>`;
  const link = (page: string, title: string, tone?: 'danger') => linkButton(pathOf(sync, page), title, tone, sync.name);
  return html`${isHeld && link('/allow-archiving', t.directorySync.allow)}${link('/rename', t.words.rename)}${link('/rotate', t.integrations.token.rotate)}${sync.secrets
    .slice(0, -1)
    .map(({ hint }) =>
      link(`/end-old-token?secret=${hint}`, t.integrations.token.endOld, 'danger'),
    )}${link('/end', t.directorySync.endToken, 'danger')}`;
}

/** Lets a directory sync archive people again. */
export const allowArchiving = changeScreen(changedIntegration, {
  path: '/integrations/directory-sync/{id}/allow-archiving',
  success: () => t.directorySync.allowed,
  next: pathOf,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.directorySync.allowTitle(record.name),
    body: confirmation(state, {
      title: t.directorySync.allowQuestion(record.name),
      consequences: [t.directorySync.whyStopped, t.directorySync.checkDirectory],
      act: t.directorySync.allow,
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
  success: () => t.directorySync.hasEnded,
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.directorySync.endTitle(record.name),
    body: confirmation(state, {
      title: t.directorySync.endQuestion(record.name),
      consequences: [t.directorySync.endSoon, t.directorySync.endLater],
      act: t.directorySync.endToken,
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.deactivateIntegration, { clientId, precondition });
    return undefined;
  },
});
