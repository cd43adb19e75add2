import { DateTime } from 'luxon';
import { readGrant } from '../../../platform/core/grant-message.ts';
import {
  IntegrationUsageService,
  type RequestsInMinute,
} from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { lineChart } from '../../components/chart.ts';
import { copyable, facts, heading, link, linkButton, section, statusBadge } from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { date, type Present, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { requestsPath } from '../requests/filter.ts';
import { requestPath } from '../requests/requests-table.ts';
import { ACCESS, areasWords } from './access.ts';
import { namesakes, sameName } from './create.ts';
import { administratorNames, lastUse, RATE_LIMIT, secretUses } from './figures.ts';
import { integrationOf, pathOf, SYNCS, stateBadge } from './integration-of.ts';
import { secretsTable } from './secrets.ts';

/** One integration: its secrets, how much it uses of its limit, and its latest errors. */
export const integration = screen({
  path: '/integrations/{id}',
  async view(visit) {
    const { call, callIfAvailable, present } = visit;
    const found = await integrationOf(visit);
    // Records of requests lead here from a sync, too.
    if (found.isDirectorySync) return { to: SYNCS.href };
    const { id } = found;
    const [names, uses, rate, errors, others] = await Promise.all([
      administratorNames(call),
      secretUses(callIfAvailable),
      callIfAvailable(IntegrationUsageService.method.getRequestRate, { integrationId: id }),
      callIfAvailable(RequestService.method.listRequests, {
        integrationId: id,
        statusFrom: 400,
        page: { size: ERRORS },
      }),
      namesakes(call, found),
    ]);
    return {
      title: found.name,
      body: html`${heading({
        title: found.name,
        parent: { href: '/console/integrations', title: 'Integrations' },
        about: about(found, present, names.get(found.createdBy ?? ''), uses ? lastUse(uses, id) : undefined),
        actions: actions(found),
      })}${sameName(others)}${allowed(found)}
${secretsTable(found, uses?.get(id), present)}
${rate && errors ? html`${requestRate(rate.minutes, present)}${latestErrors(id, errors.requests, present)}` : AWAY}`,
    };
  },
});

const ERRORS = 5;

const AWAY = html`<p class="message warn">The figures and errors of this integration are unavailable right now.</p>`;

function about(
  integration: Integration,
  present: Present,
  creator: string | undefined,
  lastUsedAt: string | undefined,
): Html {
  const { clientId, createdAt } = integration;
  return html`${stateBadge(integration)} ${copyable('client ID', clientId)} · created ${date(createdAt, present)}${creator !== undefined && ` by ${creator}`}${lastUsedAt !== undefined && html` · last used ${time(lastUsedAt, present)}`}`;
}

function allowed({ grant }: Integration): Html {
  const { access, areas } = readGrant(grant);
  return html`<div class="panel">${facts([
    ['Access', ACCESS[access]],
    ['Areas', areasWords(areas)],
  ])}</div>`;
}

function actions(integration: Integration): Fragment {
  const rename = html`${linkButton(pathOf(integration, '/rename'), 'Rename')}${linkButton(pathOf(integration, '/access'), 'Change access')}`;
  if (!integration.isActive) return html`${rename}${linkButton(pathOf(integration, '/reactivate'), 'Reactivate')}`;
  return html`${rename}${linkButton(pathOf(integration, '/rotate'), 'Rotate secret')}${linkButton(pathOf(integration, '/deactivate'), 'Deactivate', 'danger')}`;
}

/** The last requests of an integration that were refused or failed. */
export function latestErrors(integration: string, errors: readonly Request[], present: Present): Html {
  const list = table<Request>({
    label: 'Latest errors',
    rows: errors,
    href: requestPath,
    columns: [
      { head: 'Time', cell: (each) => time(each.time, present) },
      { head: 'Status', cell: ({ status }) => statusBadge(status) },
      { head: 'Code', cell: ({ code }) => html`<span class="mono">${code}</span>` },
      {
        head: 'Request',
        cell: ({ method, route, path }) =>
          html`<span class="mono clip"><span class="muted">${method}</span> ${route ?? path}</span>`,
      },
      { head: 'Detail', kind: 'wrap', cell: ({ detail }) => detail },
    ],
    empty: { title: 'No errors', text: 'Requests that fail appear here.' },
  });
  const all = (label: string, status: Record<string, string>) => link(requestsPath({ integration, ...status }), label);
  return section(
    'errors',
    'Latest errors',
    list,
    html`<p class="small actions">${all('All 4xx', { status: '4xx' })}${all('All 5xx', { status: '5xx' })}${all('All requests', {})}</p>`,
  );
}

/** The requests of each minute of the last hour against the limit. */
export function requestRate(minutes: readonly RequestsInMinute[], { timeZone }: Present): Html {
  const minuteOf = (start: string) => DateTime.fromISO(start, { zone: timeZone }).toFormat('HH:mm');
  const highest = minutes.reduce<RequestsInMinute | undefined>(
    (most, each) => (each.requests > (most?.requests ?? 0) ? each : most),
    undefined,
  );
  return lineChart({
    id: 'rate',
    title: 'Requests per minute',
    summary: `${highest ? `At most ${numberText(highest.requests)}, at ${minuteOf(highest.start)}` : 'None in the last hour'} · limit ${numberText(RATE_LIMIT)}`,
    unit: 'Minute',
    limit: RATE_LIMIT,
    points: minutes.map(({ start, requests }) => ({
      label: minuteOf(start),
      values: [requests],
    })),
  });
}
