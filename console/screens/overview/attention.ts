import { DAY_MS, fromInstantText } from '../../../platform/core/instant.ts';
import {
  type DeprecatedUse,
  type IntegrationUsage,
  LimitState,
} from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import type { EndedErasure } from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import type { GetInstitutionResponse } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { GetRetentionResponse } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import type { SyncGuard } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import type { Administrator, AdministratorNotice } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { AuditStream } from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CountFindingsResponse } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import type { Endpoint, EndpointHealth } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { badge, link, section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { date, dateTime, type Present, time } from '../../components/time.ts';
import { mayOpen } from '../../components/viewer.ts';
import { lastUse, RATE_LIMIT, type SecretUses } from '../integrations/figures.ts';
import { pathOf } from '../integrations/integration-of.ts';
import { requestsPath } from '../requests/filter.ts';
import { noticeItems, signInItems } from './administrator-items.ts';
import { deprecatedItems } from './deprecated-items.ts';
import { erasureItems, type Item, retentionItems } from './erasure-items.ts';
import { findingItems } from './finding-items.ts';

/** The state of an institution: undefined parts cannot be read right now, null ones are not for the reader. */
export interface Known {
  readonly integrations: readonly Integration[] | Lacking;
  readonly usages: ReadonlyMap<string, IntegrationUsage> | Lacking;
  readonly deprecated: readonly DeprecatedUse[] | Lacking;
  readonly uses: SecretUses | Lacking;
  readonly endpoints: readonly Endpoint[] | Lacking;
  readonly health: readonly EndpointHealth[] | Lacking;
  readonly guards: readonly SyncGuard[] | Lacking;
  readonly administrators: readonly Administrator[] | Lacking;
  readonly notices: readonly AdministratorNotice[] | Lacking;
  readonly retention: GetRetentionResponse | Lacking;
  readonly institution: Pick<GetInstitutionResponse, 'closesAt'> | Lacking;
  readonly findings: CountFindingsResponse | Lacking;
  readonly endedErasures: readonly EndedErasure[] | Lacking;
  readonly auditStream: { readonly stream?: AuditStream | undefined } | Lacking;
}

/** Undefined for what cannot be read right now, null for what is not for the reader. */
export type Lacking = undefined | null;

/** The matters that need attention, the most urgent first, each with its link. */
export function attention(known: Known, present: Present): Html {
  const active = (known.integrations ?? []).filter(({ isActive }) => isActive);
  const items = [
    ...closingItems(known, present),
    ...retentionItems(known.retention, present),
    ...signInItems(known.administrators),
    ...noticeItems(known.notices, present),
    ...erasureItems(known.endedErasures, present),
    ...streamItems(known, present),
    ...active.flatMap((each) => guardItems(each, known)),
    ...webhookItems(known, present),
    ...findingItems(known.findings, present),
    ...active.flatMap((each) => limitItems(each, known.usages?.get(each.id))),
    ...(known.uses === null ? [] : active.flatMap((each) => secretItems(each, known.uses, present))),
    ...active.flatMap((each) =>
      deprecatedItems(
        linkTo(each),
        known.deprecated?.filter(({ integrationId }) => integrationId === each.id) ?? [],
        present,
      ),
    ),
    ...active.flatMap((each) => unusedItems(each, known.uses, present)),
  ];
  const listed = [...items, ...disabledItems(known)];
  const isIncomplete = Object.values(known).includes(undefined);
  const more = listed.length - MAX_ITEMS;
  return section(
    'attention',
    t.overview.attention,
    html`${items.length === 0 && !isIncomplete && html`<p class="muted">${allIsWell(known)}</p>`}${
      listed.length > 0 &&
      html`<ul class="list">${listed
        .slice(0, MAX_ITEMS)
        .map(
          ({ tone, word, text, aside }) =>
            html`<li>${badge(tone, word)}<span>${text}</span><span class="muted small">${aside}</span></li>`,
        )}</ul>`
    }${more > 0 && html`<p class="muted small">${t.overview.more(more)}</p>`}${isIncomplete && html`<p class="message warn">${t.overview.incomplete}</p>`}`,
  );
}

/**
 * Endpoints that an administrator has disabled: they need nothing, but a person who misses their events is led to them.
 */
function disabledItems({ endpoints }: Known): Item[] {
  return (endpoints ?? [])
    .filter(({ isEnabled, disabledReason }) => !isEnabled && disabledReason === undefined)
    .map(({ id, url }) => ({
      tone: 'plain',
      word: t.webhooks.disabled,
      text: t.overview.wasDisabled(link(`/console/webhooks/${id}`, url)),
    }));
}

/** The text if nothing needs attention. A disabled endpoint needs none, and gets no events. */
function allIsWell({ endpoints }: Known): string {
  if (!endpoints) return t.overview.nobodyWaits;
  const disabled = endpoints.filter(({ isEnabled }) => !isEnabled).length;
  if (disabled === 0) return t.overview.allArrive;
  return disabled < endpoints.length ? t.overview.someArrive(disabled) : t.overview.noneArrive;
}

function closingItems({ institution }: Known, present: Present): Item[] {
  const { closesAt } = institution ?? {};
  if (closesAt === undefined) return [];
  return [
    {
      tone: 'bad',
      word: t.overview.closing,
      text: t.overview.closes(dateTime(closesAt, present)),
      aside: time(closesAt, present),
    },
  ];
}

/** A stream of the audit that its receiver refuses, or does not accept. */
function streamItems({ auditStream }: Known, present: Present): Item[] {
  const { pausedBy, failingSince } = auditStream?.stream ?? {};
  if (failingSince === undefined) return [];
  const stream = link('/console/audit/stream', t.auditStream.title);
  const text = t.overview[pausedBy === undefined ? 'acceptsNone' : 'refusesAll'](stream);
  const [tone, word] =
    pausedBy === undefined ? (['warn', t.auditStream.failing] as const) : (['bad', t.auditStream.paused] as const);
  return [{ tone, word, text, aside: t.overview.since(time(failingSince, present)) }];
}

function guardItems(sync: Integration, { guards }: Known): Item[] {
  const guard = guards?.find(({ integrationId }) => integrationId === sync.id);
  if (!guard) return [];
  return [
    {
      tone: 'bad',
      word: t.directorySync.stopped,
      text: t.overview.archivedMany(linkTo(sync), guard.archived),
      aside: mayOpen(pathOf(sync, '/allow-archiving')) && link(pathOf(sync, '/allow-archiving'), t.directorySync.allow),
    },
  ];
}

function webhookItems({ endpoints, health }: Known, present: Present): Item[] {
  const healthOf = new Map(health?.map((each) => [each.endpointId, each]));
  return (endpoints ?? []).flatMap(({ id, url, isEnabled, disabledReason }): Item[] => {
    const endpoint = link(`/console/webhooks/${id}`, url);
    if (disabledReason !== undefined)
      return [
        {
          tone: 'bad',
          word: t.webhooks.disabled,
          text: disabledReason === 'gone' ? t.overview.isGone(endpoint) : t.overview.failedLong(endpoint),
        },
      ];
    const failingSince = healthOf.get(id)?.failingSince;
    if (!isEnabled || failingSince === undefined) return [];
    return [
      {
        tone: 'bad',
        word: t.webhooks.failing,
        text: t.overview.acceptsNothing(endpoint, dateTime(failingSince, present)),
        aside: time(failingSince, present),
      },
    ];
  });
}

function limitItems(integration: Integration, usage: IntegrationUsage | undefined): Item[] {
  const { limitState, rateLimited, leastRemaining = RATE_LIMIT } = usage ?? {};
  if (limitState === LimitState.OVER) {
    const rejected = requestsPath({ integration: integration.id, status: '429' });
    return [
      {
        tone: 'warn',
        word: t.overview.overLimit,
        text: t.overview.exceeded(linkTo(integration)),
        aside: t.overview.inOneDay(link(rejected, t.overview.rejectedCount(numberText(Number(rateLimited))))),
      },
    ];
  }
  if (limitState !== LimitState.NEAR) return [];
  return [
    {
      tone: 'warn',
      word: t.overview.nearLimit,
      text: t.overview.reached(linkTo(integration), numberText(RATE_LIMIT - leastRemaining), numberText(RATE_LIMIT)),
      aside: t.overview.inLastHour,
    },
  ];
}

function secretItems(integration: Integration, uses: SecretUses | Lacking, present: Present): Item[] {
  return integration.secrets.slice(0, -1).map(({ hint, expiresAt }) => {
    const last = uses?.get(integration.id)?.get(hint);
    return {
      tone: 'warn',
      word: t.overview.oldSecret,
      text:
        expiresAt === undefined
          ? t.overview.secretWithoutEnd(linkTo(integration))
          : t.overview.secretUntil(linkTo(integration), dateTime(expiresAt, present)),
      aside: uses && (last === undefined ? t.overview.neverUsed : t.overview.used(time(last, present))),
    };
  });
}

function unusedItems(integration: Integration, uses: SecretUses | Lacking, present: Present): Item[] {
  if (!uses) return [];
  const { id, createdAt } = integration;
  const last = lastUse(uses, id);
  const days = Math.floor((present.now - fromInstantText(last ?? createdAt)) / DAY_MS);
  if (days < UNUSED_DAYS) return [];
  return [
    {
      tone: 'plain',
      word: t.overview.unused,
      text:
        last === undefined
          ? t.overview.neverRequested(linkTo(integration))
          : t.overview.silent(linkTo(integration), days),
      aside:
        last === undefined ? t.integrations.createdOn(date(createdAt, present)) : t.overview.since(date(last, present)),
    },
  ];
}

function linkTo(integration: Integration): Html {
  return link(pathOf(integration), integration.name);
}

const MAX_ITEMS = 20;
const UNUSED_DAYS = 90;
