import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, nameFact, pathOf, SYNC } from './integration-of.ts';

/** Ends the validity of an integration's credentials. */
export const deactivateIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/deactivate',
  success: () => 'The integration was deactivated.',
  next: pathOf,
  isDone: ({ isActive }) => !isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Deactivate ${record.name}`,
    body: confirmation(state, {
      title: `Deactivate ${record.name}?`,
      consequences: [
        'Within seconds, its requests will be rejected with 401, as if its secret were wrong.',
        'Everything it wrote stays. You can reactivate it at any time.',
      ],
      act: 'Deactivate',
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
  success: () => 'The integration was reactivated.',
  next: pathOf,
  isDone: ({ isActive }) => isActive,
  facts: (_visit, record) => [nameFact(record)],
  view: (_visit, { record, ...state }) => ({
    title: `Reactivate ${record.name}`,
    body: confirmation(state, {
      title: `Reactivate ${record.name}?`,
      consequences: ['Requests with its current secret are accepted again.'],
      act: 'Reactivate',
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
    fields: (_visit, { name }) => [{ name: 'name', label: 'Name', value: name, required: true, maxLength: 255 }],
    view: (_visit, { record, fields, ...state }) => ({
      title: `Rename ${record.name}`,
      isNarrow: true,
      body: html`${heading({ title: 'Rename', parent: { href: pathOf(record), title: record.name }, about: 'Only the name changes. The credentials stay the same.' })}${form(
        state,
        { fields, submit: 'Rename', cancel: pathOf(record) },
      )}`,
    }),
    async save({ send, record: { clientId }, changed: { name = '' }, precondition }) {
      await send(IntegrationService.method.renameIntegration, { clientId, name, precondition });
      return undefined;
    },
  });

/** Gives an integration another name. */
export const renameIntegration = renaming(INTEGRATION, () => 'The integration was renamed.');

/** The same with a directory sync. */
export const renameSync = renaming(SYNC, () => 'The directory sync was renamed.');
