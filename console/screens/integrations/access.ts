import { type AccessName, accessNames, areaNames, type Grant, grantOf } from '../../../platform/core/grant.ts';
import { grantMessage, readGrant } from '../../../platform/core/grant-message.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import { heading, link } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { nameOf, pathOf as pathOfEndpoint } from '../webhooks/endpoint-of.ts';
import { changedIntegration, pathOf, SYNCS } from './integration-of.ts';

/** The fields with what an integration may do. @param choices what the person may choose */
export function grantFields({ access, areas }: Grant, choices: readonly AccessName[] = accessNames): Field[] {
  return [
    {
      kind: 'select',
      name: 'access',
      label: t.integrations.access,
      options: choices.map((each) => [each, t.integrations.accessNames[each]] as const),
      value: access,
      help: t.integrations.accessHelp,
    },
    { kind: 'check', name: 'allAreas', label: t.integrations.allAreas, value: areas ? '' : '1' },
    {
      kind: 'choices',
      name: 'areas',
      label: t.integrations.areas,
      options: areaNames.map((name) => [name, t.integrations.areaNames[name]] as const),
      value: areas?.join(' ') ?? '',
      help: t.integrations.areasHelp,
    },
  ];
}

/** What a form with these fields says; refuses one that does not say which areas. */
export function grantSent(values: Values): Grant {
  const [isAll, chosen] = [values.allAreas === '1', chosenOf(values, 'areas')];
  if (isAll && chosen.length > 0) refuseFaults({ areas: t.integrations.uncheckThese });
  if (!isAll && chosen.length === 0) refuseFaults({ areas: t.integrations.checkOne });
  return grantOf(values.access === 'read' ? 'read' : 'full', isAll ? null : chosen);
}

/** Changes what an integration may do. */
export const changeAccess = changeScreen(changedIntegration, {
  path: '/integrations/{id}/access',
  success: () => t.integrations.accessChanged,
  next: pathOf,
  // A sync has neither access nor areas.
  elsewhere: ({ isDirectorySync }) => (isDirectorySync ? SYNCS.href : undefined),
  fields: (_visit, { grant }) => grantFields(readGrant(grant)),
  view: async ({ callIfAvailable }, { record, fields, ...state }) => ({
    title: t.integrations.changeAccessTitle(record.name),
    isNarrow: true,
    body: html`${heading({ title: t.integrations.changeAccess, parent: { href: pathOf(record), title: record.name }, about: t.integrations.aboutAccess })}${form(
      state,
      { fields, submit: t.integrations.saveAccess, cancel: pathOf(record) },
    )}${await endpointsThatGoOn(callIfAvailable)}`,
  }),
  async save({ send, record: { clientId }, values, precondition }) {
    const { access, areas = {} } = grantMessage(grantSent(values));
    await send(IntegrationService.method.changeIntegrationAccess, { clientId, access, areas, precondition });
    return undefined;
  },
});

/** The webhook endpoints of the institution, which no integration's access stops. */
async function endpointsThatGoOn(callIfAvailable: OptionalCall): Promise<Fragment> {
  const found = await callIfAvailable(EndpointService.method.listEndpoints, { page: { size: ENDPOINTS } });
  if (!found || found.endpoints.length === 0) return undefined;
  return html`<p class="message"><span>${t.integrations.endpointsGoOn}</span></p><ul>${found.endpoints.map(
    (endpoint) => html`<li>${link(pathOfEndpoint(endpoint), nameOf(endpoint))}</li>`,
  )}</ul>`;
}

/** Areas as people read them. @param areas null for all */
export function areasWords(areas: readonly string[] | null): string {
  const names: Readonly<Record<string, string>> = t.integrations.areaNames;
  return areas?.map((each) => names[each] ?? each).join(', ') ?? t.integrations.allAreas;
}

/** As many as an institution may have. */
const ENDPOINTS = 20;
