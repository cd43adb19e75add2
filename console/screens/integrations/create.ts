import { present as required } from '../../../platform/core/present.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { credentialsPage } from './credentials.ts';
import { namesakes } from './namesakes.ts';

const LIST = { href: '/console/integrations', title: 'Integrations' };

/** Creates an integration and shows its credentials once. */
export const createIntegration = screen({
  path: '/integrations/new',
  success: 'The integration was created.',
  view: (_visit, state) => ({
    title: 'Create integration',
    isNarrow: true,
    body: html`${heading({ title: 'Create integration', parent: LIST, about: 'You’ll get a client ID and a client secret. The system sends both with every request.' })}${form(
      state,
      {
        fields: [
          {
            name: 'name',
            label: 'Name',
            required: true,
            maxLength: 255,
            help: 'Name the system, such as “Badge terminals North”.',
          },
        ],
        isFocused: true,
        submit: 'Create integration',
        cancel: LIST.href,
      },
    )}`,
  }),
  async submit({ call, send, values: { name = '' }, publicUrl }) {
    const { integration, clientSecret } = await send(IntegrationService.method.createIntegration, { name });
    const created = required(integration, 'integration');
    return credentialsPage(created, clientSecret, publicUrl, await namesakes(call, created));
  },
});
