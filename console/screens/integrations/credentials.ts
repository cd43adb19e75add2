import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import { secret } from '../../components/secret.ts';
import { requestsPath } from '../requests/filter.ts';
import { INTEGRATION, pathOf, SYNC, SYNCS } from './integration-of.ts';
import { sameName } from './namesakes.ts';

/**
 * Shows a secret this once, or for a form that was sent a second time how to get another one.
 * @param others with the same name
 */
export function credentialsPage(
  integration: Integration,
  clientSecret: string,
  publicUrl: string,
  others: readonly Integration[] = [],
): Page {
  const { clientId, name, isDirectorySync } = integration;
  const { secret: word, open: label } = isDirectorySync ? SYNC : INTEGRATION;
  const open = linkButton(pathOf(integration), label);
  const shown =
    clientSecret === ''
      ? html`<p class="message warn">You already submitted this form, and the ${word} was shown then. To get a new one, rotate the ${word}.</p><p>${open}</p>`
      : secret({
          title: `Copy the ${word} now`,
          ...(isDirectorySync
            ? syncValues(clientId, clientSecret, publicUrl)
            : integrationValues(clientId, clientSecret, publicUrl)),
          next: html`<p class="actions">${open}${linkButton(requestsPath({ integration: integration.id }), 'See its requests')}</p>`,
        });
  const parent = isDirectorySync ? SYNCS : { href: '/console/integrations', title: 'Integrations' };
  return {
    title: name,
    isNarrow: true,
    body: html`${heading({ title: name, parent })}${shown}${sameName(others)}`,
  };
}

function syncValues(clientId: string, clientSecret: string, publicUrl: string) {
  return {
    values: [
      ['SCIM address', `${publicUrl}/scim/v2`],
      ['Bearer token', `${clientId}.${clientSecret}`],
    ] as const,
  };
}

function integrationValues(clientId: string, clientSecret: string, publicUrl: string) {
  return {
    values: [
      ['Client ID', clientId],
      ['Client secret', clientSecret],
    ] as const,
    example: `export LYCEUM_URL=${publicUrl}
export LYCEUM_CLIENT_ID=${clientId}
export LYCEUM_CLIENT_SECRET=${clientSecret}
curl -u "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET" \\
  "$LYCEUM_URL/api/v4/integration"`,
  };
}
