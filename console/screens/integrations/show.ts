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
import { numberText, t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { date, type Present, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { requestsPath } from '../requests/filter.ts';
import { requestPath } from '../requests/requests-table.ts';
import { areasWords } from './access.ts';
import { namesakes, sameName } from './create.ts';
import { deprecatedUses } from './deprecated.ts';
import { administratorNames, lastUse, RATE_LIMIT, secretUses } from './figures.ts';
import { integrationOf, LIST, pathOf, SYNCS, stateBadge } from './integration-of.ts';
import { secretsTable } from './secrets.ts';

/** One integration: its secrets, how much it uses of its limit, and its latest errors. */
export const integration = screen({
  path: '/integrations/{id}',
  async view(visit) {
    const { call, callIfAvailable, present, publicUrl } = visit;
    const found = await integrationOf(visit);
    // Records of requests lead here from a sync, too.
    if (found.isDirectorySync) return { to: SYNCS.href };
    const { id } = found;
    const [names, uses, rate, errors, others, deprecated] = await Promise.all([
      administratorNames(call),
      secretUses(callIfAvailable),
      callIfAvailable(IntegrationUsageService.method.getRequestRate, { integrationId: id }),
      callIfAvailable(RequestService.method.listRequests, {
        integrationId: id,
        statusFrom: 400,
        page: { size: ERRORS },
      }),
      namesakes(call, found),
      callIfAvailable(IntegrationUsageService.method.listDeprecatedUses, {}),
    ]);
    const ending = deprecated?.uses.filter(({ integrationId }) => integrationId === id) ?? [];
    return {
      title: found.name,
      body: html`${heading({
        title: found.name,
        parent: LIST,
        about: about(found, present, names.get(found.createdBy ?? ''), uses ? lastUse(uses, id) : undefined),
        actions: actions(found),
      })}${sameName(others)}${allowed(found)}${deprecatedUses(ending, present, publicUrl)}
${secretsTable(found, uses?.get(id), present)}
${rate && errors ? html`${requestRate(rate.minutes, present)}${latestErrors(id, errors.requests, present)}` : html`<p class="message warn">${t.integrations.unavailable}</p>`}`,
    };
  },
});

const ERRORS = 5;

function about(
  integration: Integration,
  present: Present,
  creator: string | undefined,
  lastUsedAt: string | undefined,
): Html {
  const { clientId, createdAt } = integration;
  const day = date(createdAt, present);
  const created = creator === undefined ? t.integrations.createdOn(day) : t.integrations.createdBy(day, creator);
  return html`${stateBadge(integration)} ${copyable(t.integrations.ofClientId, clientId)} · ${created}${lastUsedAt !== undefined && html` · ${t.integrations.lastUsed(time(lastUsedAt, present))}`}`;
}

function allowed({ grant }: Integration): Html {
  const { access, areas } = readGrant(grant);
  return html`<div class="panel">${facts([
    [t.integrations.access, t.integrations.accessNames[access]],
    [t.integrations.areas, areasWords(areas)],
  ])}</div>`;
}

function actions(integration: Integration): Fragment {
  const rename = html`${linkButton(pathOf(integration, '/rename'), t.words.rename)}${linkButton(pathOf(integration, '/access'), t.integrations.changeAccess)}`;
  if (!integration.isActive)
    return html`${rename}${linkButton(pathOf(integration, '/reactivate'), t.integrations.reactivate)}`;
  return html`${rename}${linkButton(pathOf(integration, '/rotate'), t.integrations.secret.rotate)}${linkButton(pathOf(integration, '/deactivate'), t.integrations.deactivate, 'danger')}`;
}

/** The last requests of an integration that were refused or failed. */
export function latestErrors(integration: string, errors: readonly Request[], present: Present): Html {
  const list = table<Request>({
    label: t.integrations.latestErrors,
    rows: errors,
    href: requestPath,
    columns: [
      { head: t.words.time, cell: (each) => time(each.time, present) },
      { head: t.words.status, cell: ({ status }) => statusBadge(status) },
      { head: t.words.code, cell: ({ code }) => html`<span class="mono" lang="en">${code}</span>` },
      {
        head: t.requests.request,
        cell: ({ method, route, path }) =>
          html`<span class="mono clip" lang="en"><span class="muted">${method}</span> ${route ?? path}</span>`,
      },
      { head: t.requests.detail, kind: 'wrap', cell: ({ detail }) => html`<span lang="en">${detail}</span>` },
    ],
    empty: { title: t.integrations.noErrors, text: t.integrations.noErrorsText },
  });
  const all = (label: string, status: Record<string, string>) => link(requestsPath({ integration, ...status }), label);
  return section(
    'errors',
    t.integrations.latestErrors,
    list,
    html`<p class="small actions">${all(t.integrations.allOf('4xx'), { status: '4xx' })}${all(t.integrations.allOf('5xx'), { status: '5xx' })}${all(t.integrations.allRequests, {})}</p>`,
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
    title: t.integrations.rate,
    summary: `${highest ? t.integrations.mostAt(numberText(highest.requests), minuteOf(highest.start)) : t.integrations.noRequests} · ${t.integrations.limit(numberText(RATE_LIMIT))}`,
    unit: t.integrations.minute,
    limit: RATE_LIMIT,
    points: minutes.map(({ start, requests }) => ({
      label: minuteOf(start),
      values: [requests],
    })),
  });
}
