import type { Call } from '../../../platform/calls/caller.ts';
import { FULL, grantOf } from '../../../platform/core/grant.ts';
import { grantMessage } from '../../../platform/core/grant-message.ts';
import { present as required } from '../../../platform/core/present.ts';
import type { RoleName } from '../../../platform/core/roles.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { heading, link, linkButton, secret } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { mayCall } from '../../route/optional-call.ts';
import { screen } from '../../route/screen.ts';
import { requestsPath } from '../requests/filter.ts';
import { grantFields, grantSent } from './access.ts';
import { INTEGRATION, LIST, pathOf, SYNC, SYNCS } from './integration-of.ts';

/** Creates an integration and shows its credentials once. */
export const createIntegration = screen({
  path: '/integrations/new',
  success: () => t.integrations.created,
  view: ({ session }, state) => ({
    title: t.integrations.create,
    isNarrow: true,
    body: html`${heading({ title: t.integrations.create, parent: LIST, about: t.integrations.aboutCreation })}${form(
      state,
      {
        fields: [
          {
            name: 'name',
            label: t.words.name,
            required: true,
            maxLength: 255,
            help: t.integrations.nameHelp,
          },
          ...newGrantFields(session.actor.roles),
        ],
        isFocused: true,
        submit: t.integrations.create,
        cancel: LIST.href,
      },
    )}`,
  }),
  async submit({ call, send, values, publicUrl }) {
    const { name = '' } = values;
    // A form that an earlier release has shown says nothing of it.
    const grant = grantMessage('access' in values ? grantSent(values) : FULL);
    const { integration, clientSecret } = await send(IntegrationService.method.createIntegration, { name, grant });
    const created = required(integration, 'integration');
    return credentialsPage(created, clientSecret, publicUrl, await namesakes(call, created));
  },
});

/** Only who may change what an integration may do creates one that writes. */
function newGrantFields(roles: readonly RoleName[]): Field[] {
  const { changeIntegrationAccess } = IntegrationService.method;
  return mayCall(roles, changeIntegrationAccess) ? grantFields(FULL) : grantFields(grantOf('read', null), ['read']);
}

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
  const kind = isDirectorySync ? SYNC : INTEGRATION;
  const words = t.integrations[kind.secret];
  const open = linkButton(pathOf(integration), kind.open());
  const shown =
    clientSecret === ''
      ? html`<p class="message warn">${words.shownBefore}</p><p>${open}</p>`
      : secret({
          title: words.copyNow,
          ...(isDirectorySync
            ? syncValues(clientId, clientSecret, publicUrl)
            : integrationValues(clientId, clientSecret, publicUrl)),
          next: html`<p class="actions">${open}${linkButton(requestsPath({ integration: integration.id }), t.integrations.seeRequests)}</p>`,
        });
  const parent = isDirectorySync ? SYNCS : LIST;
  return {
    title: name,
    isNarrow: true,
    body: html`${heading({ title: name, parent })}${shown}${sameName(others)}`,
  };
}

function syncValues(clientId: string, clientSecret: string, publicUrl: string) {
  return {
    values: [
      [t.integrations.scimAddress, `${publicUrl}/scim/v2`],
      [t.integrations.bearerToken, `${clientId}.${clientSecret}`],
    ] as const,
  };
}

function integrationValues(clientId: string, clientSecret: string, publicUrl: string) {
  return {
    values: [
      [t.integrations.clientId, clientId],
      [t.integrations.clientSecret, clientSecret],
    ] as const,
    example: `export LYCEUM_URL=${publicUrl}
export LYCEUM_CLIENT_ID=${clientId}
export LYCEUM_CLIENT_SECRET=${clientSecret}
curl -u "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET" \\
  "$LYCEUM_URL/api/v4/integration"`,
  };
}

/**
 * The other active integrations with the same name: the API and the command line tell them apart by their client ids,
 * so nothing forbids them.
 */
export async function namesakes(call: Call, { id, name, isDirectorySync }: Integration): Promise<Integration[]> {
  const { integrations } = await call(IntegrationService.method.listIntegrations, {});
  return integrations.filter(
    (each) => each.id !== id && each.name === name && each.isActive && each.isDirectorySync === isDirectorySync,
  );
}

/** Warns of integrations that people cannot tell apart. */
export function sameName(others: readonly Integration[]): Fragment {
  const [first] = others;
  return (
    first &&
    html`<p class="message warn"><span>${t.integrations.sameName(first.name, link(pathOf(first), first.clientId))}</span></p>`
  );
}
