import { type AccessName, accessNames, areaNames, type Grant, grantOf } from '../../../platform/core/grant.ts';
import { grantMessage, readGrant } from '../../../platform/core/grant-message.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import { heading, link } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
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
      label: 'Access',
      options: choices.map((each) => [each, ACCESS[each]] as const),
      value: access,
      help: 'With Read, every request that writes is rejected with 403, except dry runs.',
    },
    { kind: 'check', name: 'allAreas', label: 'All areas', value: areas ? '' : '1' },
    {
      kind: 'choices',
      name: 'areas',
      label: 'Areas',
      options: areaNames.map((name) => [name, wordsOfArea(name)] as const),
      value: areas?.join(' ') ?? '',
      help: 'Uncheck All areas to choose some. Other areas answer 403, and their events are not shown.',
    },
  ];
}

/** What a form with these fields says; refuses one that does not say which areas. */
export function grantSent(values: Values): Grant {
  const [isAll, chosen] = [values.allAreas === '1', chosenOf(values, 'areas')];
  if (isAll && chosen.length > 0) refuseFaults({ areas: 'Uncheck these, or All areas.' });
  if (!isAll && chosen.length === 0) refuseFaults({ areas: 'Check at least one, or All areas.' });
  return grantOf(values.access === 'read' ? 'read' : 'full', isAll ? null : chosen);
}

/** Changes what an integration may do. */
export const changeAccess = changeScreen(changedIntegration, {
  path: '/integrations/{id}/access',
  success: () => 'The access was changed.',
  next: pathOf,
  // A sync has neither access nor areas.
  elsewhere: ({ isDirectorySync }) => (isDirectorySync ? SYNCS.href : undefined),
  fields: (_visit, { grant }) => grantFields(readGrant(grant)),
  view: async ({ callIfAvailable }, { record, fields, ...state }) => ({
    title: `Change access of ${record.name}`,
    isNarrow: true,
    body: html`${heading({ title: 'Change access', parent: { href: pathOf(record), title: record.name }, about: 'Takes effect within seconds. The credentials stay the same, and requests that have begun are finished.' })}${form(
      state,
      { fields, submit: 'Save access', cancel: pathOf(record) },
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
  return html`<p class="message"><span>Webhook endpoints belong to the institution. They go on as they are, also those that this integration has made and will no longer see:</span></p><ul>${found.endpoints.map(
    (endpoint) => html`<li>${link(pathOfEndpoint(endpoint), nameOf(endpoint))}</li>`,
  )}</ul>`;
}

/** Areas as people read them. @param areas null for all */
export function areasWords(areas: readonly string[] | null): string {
  return areas?.map(wordsOfArea).join(', ') ?? 'All areas';
}

function wordsOfArea(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/** The values of an access, as people read them. */
export const ACCESS = { full: 'Full', read: 'Read' } as const;

/** As many as an institution may have. */
const ENDPOINTS = 20;
