import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, nameFact, pathOf, SYNC } from './integration-of.ts';

/** Ends the validity of an integration's credentials. */
export const deactivateIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/deactivate',
  success: () => t.integrations.wasDeactivated,
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.integrations.deactivateTitle(record.name),
    body: confirmation(state, {
      title: t.integrations.deactivateQuestion(record.name),
      consequences: [t.integrations.deactivateSoon, t.integrations.deactivateLater],
      act: t.integrations.deactivate,
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.deactivateIntegration, { clientId, precondition });
    return undefined;
  },
});

/** Makes the credentials of an integration valid again. */
export const reactivateIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/reactivate',
  success: () => t.integrations.wasReactivated,
  next: pathOf,
  isDone: ({ isActive }) => isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: t.integrations.reactivateTitle(record.name),
    body: confirmation(state, {
      title: t.integrations.reactivateQuestion(record.name),
      consequences: [t.integrations.reactivateConsequence],
      act: t.integrations.reactivate,
      back: pathOf(record),
    }),
  }),
  async save({ send, record: { clientId }, precondition }) {
    await send(IntegrationService.method.activateIntegration, { clientId, precondition });
    return undefined;
  },
});

const renaming = ({ path: base }: CredentialKind, success: () => string) =>
  changeScreen(changedIntegration, {
    path: `${base}/rename`,
    success,
    next: pathOf,
    fields: (_visit, { name }) => [{ name: 'name', label: t.words.name, value: name, required: true, maxLength: 255 }],
    view: (_visit, { record, fields, ...state }) => ({
      title: t.integrations.renameTitle(record.name),
      isNarrow: true,
      body: html`${heading({ title: t.words.rename, parent: { href: pathOf(record), title: record.name }, about: t.integrations.aboutRename })}${form(
        state,
        { fields, submit: t.words.rename, cancel: pathOf(record) },
      )}`,
    }),
    async save({ send, record: { clientId }, changed: { name = '' }, precondition }) {
      await send(IntegrationService.method.renameIntegration, { clientId, name, precondition });
      return undefined;
    },
  });

/** Gives an integration another name. */
export const renameIntegration = renaming(INTEGRATION, () => t.integrations.renamed);

/** The same with a directory sync. */
export const renameSync = renaming(SYNC, () => t.integrations.syncRenamed);
