import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type CredentialKind, changedIntegration, INTEGRATION, pathOf, SYNC } from './integration-of.ts';

const renaming = ({ path: base }: CredentialKind, success: string) =>
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
export const renameIntegration = renaming(INTEGRATION, 'The integration was renamed.');

/** The same with a directory sync. */
export const renameSync = renaming(SYNC, 'The directory sync was renamed.');
