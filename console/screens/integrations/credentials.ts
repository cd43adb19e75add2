import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { secret } from '../../components/secret.ts';
import { requestsPath } from '../requests/filter.ts';
import { pathOf } from './integration-of.ts';

/** Shows a secret this once, or for a form that was sent a second time how to get another one. */
export function credentialsPage(integration: Integration, clientSecret: string, publicUrl: string): Page {
  const { clientId, name } = integration;
  const open = linkButton(pathOf(integration), 'Open integration');
  const shown =
    clientSecret === ''
      ? html`<p class="message warn">The form was sent before, and its secret was shown then. Rotate the secret to get another one.</p><p>${open}</p>`
      : secret({
          title: 'Copy the secret now',
          values: [
            ['Client ID', clientId],
            ['Client secret', clientSecret],
          ],
          example: `export LYCEUM_URL=${publicUrl}
export LYCEUM_CLIENT_ID=${clientId}
export LYCEUM_CLIENT_SECRET=${clientSecret}
curl -u "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET" "$LYCEUM_URL/api/v4/integration"`,
          next: html`<p class="actions">${open}${linkButton(requestsPath({ integration: integration.id }), 'See its requests')}</p>`,
        });
  return {
    title: name,
    isNarrow: true,
    body: html`${heading({ title: name, parent: { href: '/console/integrations', title: 'Integrations' } })}${shown}`,
  };
}
