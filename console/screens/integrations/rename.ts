import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { changedIntegration, pathOf } from './integration-of.ts';

/** Gives an integration another name. */
export const renameIntegration = changeScreen(changedIntegration, {
  path: '/integrations/{id}/rename',
  success: 'The integration was renamed.',
  next: pathOf,
  fields: (_visit, { name }) => [{ name: 'name', label: 'Name', value: name, required: true, maxLength: 255 }],
  view: (_visit, { record, fields, ...state }) => ({
    title: `Rename ${record.name}`,
    isNarrow: true,
    body: html`${heading({ title: 'Rename', parent: { href: pathOf(record), title: record.name }, about: 'Only the name changes; the credentials stay as they are.' })}${form(
      state,
      { fields, submit: 'Rename', cancel: pathOf(record) },
    )}`,
  }),
  async save({ send, record: { clientId }, changed: { name = '' }, precondition }) {
    await send(IntegrationService.method.renameIntegration, { clientId, name, precondition });
    return undefined;
  },
});
