import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { integrationOf, pathOf } from './integration-of.ts';

/** Gives an integration another name. */
export const renameIntegration = screen({
  path: '/integrations/{id}/rename',
  success: 'The integration was renamed.',
  async view(visit, state) {
    const found = await integrationOf(visit);
    return {
      title: `Rename ${found.name}`,
      isNarrow: true,
      body: html`${heading({ title: 'Rename', parent: { href: pathOf(found), title: found.name }, about: 'Only the name changes; the credentials stay as they are.' })}${form(
        state,
        {
          fields: [{ name: 'name', label: 'Name', value: found.name, required: true, maxLength: 255 }],
          submit: 'Rename',
          cancel: pathOf(found),
        },
      )}`,
    };
  },
  async submit(visit) {
    const { clientId, id } = await integrationOf(visit);
    const { name = '' } = visit.values;
    await visit.send(IntegrationService.method.renameIntegration, { clientId, name });
    return { to: pathOf({ id }) };
  },
});
