import { DateTime } from 'luxon';
import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import {
  type GetUsageResponse,
  RequestService,
  type Usage,
  UsageInterval,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { ErasureService } from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { RetentionService } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { AuditStreamService } from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { barChart } from '../../components/chart.ts';
import { empty, type Figure, figures, heading, linkButton, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { decimalText, language, numberText, t } from '../../components/language.ts';
import { clockTime, fieldValue, type Present } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import { type AllowedCall, allowedCaller } from '../../route/optional-call.ts';
import { screen } from '../../route/screen.ts';
import { secretUses, usages } from '../integrations/figures.ts';
import { requestsPath } from '../requests/filter.ts';
import { milliseconds } from '../requests/requests-table.ts';
import { attention, type Known, type Lacking } from './attention.ts';
import { countedDays } from './finding-items.ts';
import { countHours, hoursNow } from './hours-now.ts';

/** The state of the institution: matters that need attention, and the last day. */
export const overview = screen({
  path: '/',
  async view({ callIfAvailable, session, present }) {
    const own = allowedCaller(session.actor.roles, callIfAvailable);
    // What a page of its own shows, to whoever may open that.
    const within: AllowedCall = async (method, request) => (mayOpen(REQUESTS) ? own(method, request) : null);
    const [
      listed,
      usage,
      month,
      ofIntegrations,
      uses,
      endpoints,
      health,
      guards,
      signIns,
      institution,
      ended,
      retention,
      notices,
      counted,
      ofHours,
      deprecated,
      auditStream,
    ] = await Promise.all([
      own(IntegrationService.method.listIntegrations, {}),
      within(RequestService.method.getUsage, { ...lastDay(present), interval: UsageInterval.HOUR }),
      within(RequestService.method.getUsage, { ...lastMonth(present), interval: UsageInterval.DAY }),
      usages(within),
      secretUses(within),
      within(EndpointService.method.listEndpoints, { page: { size: ENDPOINTS } }),
      within(EndpointService.method.listEndpointHealth, {}),
      own(SyncGuardService.method.listSyncGuards, {}),
      own(AdministratorService.method.listAdministrators, {}),
      own(InstitutionService.method.getInstitution, {}),
      own(ErasureService.method.listEndedErasures, {}),
      own(RetentionService.method.getRetention, {}),
      own(AdministratorService.method.listAdministratorNotices, {}),
      own(FindingService.method.countFindings, countedDays(present)),
      countHours(own, present),
      within(IntegrationUsageService.method.listDeprecatedUses, {}),
      own(AuditStreamService.method.getAuditStream, {}),
    ]);
    const known = {
      integrations: partOf(listed, (answer) => answer.integrations),
      endpoints: partOf(endpoints, (answer) => answer.endpoints),
      health: partOf(health, (answer) => answer.endpoints),
      guards: partOf(guards, (answer) => answer.guards),
      administrators: partOf(signIns, (answer) => answer.administrators),
      notices: partOf(notices, (answer) => answer.notices),
      deprecated: partOf(deprecated, (answer) => answer.uses),
      findings: counted,
      endedErasures: partOf(ended, (answer) => answer.erasures),
      ...{ usages: ofIntegrations, uses, institution, retention, auditStream },
    };
    const title = t.frame.overview;
    const hours = hoursNow(ofHours, present);
    if (listed?.integrations.length === 0 && usage !== null)
      return {
        title,
        body: html`${heading({ title })}${hours}${needsAttention(known) && attention(known, present)}${empty({
          title: t.overview.none,
          text: t.overview.noneText,
          action: linkButton('/console/integrations/new', t.integrations.create, 'primary'),
        })}`,
      };
    return {
      title,
      body: html`${heading({ title, about: usage !== null && t.overview.about(clockTime(present), present.timeZone) })}
${hours}${attention(known, present)}${usage === undefined ? html`<p class="message warn">${t.overview.unavailable}</p>` : usage && traffic(usage, present)}${month && availability(month)}`,
    };
  },
});

/** A part of an answer that may be lacking: why it is lacking stays. */
function partOf<T extends object, P>(answer: T | Lacking, part: (answer: T) => P): P | Lacking {
  return answer ? part(answer) : answer;
}

/** Whether there is something to say before there is an integration. */
function needsAttention({ institution, retention, findings, endedErasures }: Known): boolean {
  const isLeft = (endedErasures?.length ?? 0) > 0 || (retention?.leftCount ?? 0) > 0;
  return institution?.closesAt !== undefined || retention?.isLate === true || isLeft || (findings?.open ?? 0) > 0;
}

const REQUESTS = '/console/requests';

/** More than an institution may have. */
const ENDPOINTS = 100;

const HOURS = 24;

/** The hour of now and the 23 before it. */
export function lastDay({ now }: Present): { readonly from: string; readonly to: string } {
  return { from: toInstantText(now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS), to: toInstantText(now + 1) };
}

/** The requests of the last day and their answers: figures, and a chart by hours. */
export function traffic({ usage, total }: GetUsageResponse, present: Present): Html {
  if (!total)
    return section(
      'figures',
      t.frame.requests,
      empty({
        title: t.overview.noRequests,
        text: t.overview.noRequestsText,
      }),
    );
  return html`${section('figures', t.frame.requests, figures(figuresOf(total, present)))}${chart(usage, present)}`;
}

function figuresOf(total: Usage, present: Present): Figure[] {
  const { requests, clientError, serverError, rateLimited, lost, p50Ms, p95Ms } = total;
  const from = fieldValue(lastDay(present).from, present);
  const counted = (name: string, count: bigint, status?: string): Figure => ({
    name,
    value: numberText(Number(count)),
    unit: status !== undefined && requests > 0n && count > 0n && share(Number(count) / Number(requests)),
    href: requestsPath({ ...(status !== undefined && { status }), from }),
  });
  return [
    counted(t.words.all, requests),
    counted(t.overview.rejected, clientError, '4xx'),
    counted(t.overview.rateLimited, rateLimited, '429'),
    counted(t.overview.serverErrors, serverError, '5xx'),
    { name: t.overview.median, value: milliseconds(p50Ms), unit: t.requests.ms },
    { name: t.overview.percentile, value: milliseconds(p95Ms), unit: t.requests.ms },
    ...(lost > 0n ? [{ name: t.overview.lost, value: numberText(Number(lost)), unit: t.overview.notRecorded }] : []),
  ];
}

function share(part: number): string {
  return t.overview.percent(part < 0.001 ? `< ${decimalText(0.1, 1)}` : decimalText(part * 100, 1));
}

function chart(usage: readonly Usage[], present: Present): Html {
  const byStart = new Map(usage.map((each) => [each.start, each]));
  const first = Date.parse(lastDay(present).from);
  return barChart({
    id: 'hours',
    title: t.overview.requestsPerHour,
    unit: t.overview.hour,
    series: [
      { name: '2xx', look: 'c2' },
      { name: '3xx', look: 'c3' },
      { name: '4xx', look: 'c4' },
      { name: '5xx', look: 'c5' },
    ],
    points: Array.from({ length: HOURS }, (_, index) => {
      const start = toInstantText(first + index * HOUR_MS);
      const { success, redirection, clientError, serverError } = byStart.get(start) ?? NONE;
      return {
        label: DateTime.fromISO(start, { zone: present.timeZone, locale: language().tag }).toFormat(
          t.time.formats.weekdayAndTime,
        ),
        values: [success, redirection, clientError, serverError].map(Number),
      };
    }),
  });
}

const NONE = { success: 0n, redirection: 0n, clientError: 0n, serverError: 0n };

const DAYS = 30;

/** Today and the 29 days before it, in UTC, as the sums have them. */
export function lastMonth({ now }: Present): { readonly from: string; readonly to: string } {
  return { from: toInstantText(now - (DAYS - 1) * DAY_MS), to: toInstantText(now + 1) };
}

/**
 * The institution's own part of the objectives of docs/service-levels.md: how many of its requests were answered
 * without a server error. Nothing without requests.
 */
export function availability({ total }: GetUsageResponse): Html | undefined {
  if (!total || total.requests === 0n) return undefined;
  const { requests, serverError } = total;
  return html`<p class="muted">${t.overview.availability(availableShare(requests - serverError, requests), numberText(Number(requests)), DAYS)}</p>`;
}

/** Rounded down: with any failure, it is not shown as 100 %. */
function availableShare(part: bigint, whole: bigint): string {
  const hundredths = Number((part * 10_000n) / whole);
  return t.overview.percent(part === whole ? '100' : decimalText(hundredths / 100, 2));
}
