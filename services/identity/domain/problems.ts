import { DAY_MS, fromInstantText, HOUR_MS } from '../../../platform/core/instant.ts';
import {
  type DeprecatedUse,
  type IntegrationUsage,
  LimitState,
} from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { Endpoint } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';

/** Something in an institution that waits for an administrator. */
export interface Problem {
  /** Its own key, then those of lesser problems that it says, too. */
  readonly keys: readonly [own: string, ...lesser: string[]];
  /** The name of the endpoint or integration with the problem. */
  readonly name: string;
  readonly what: 'gone' | 'failed' | 'over' | 'near' | 'secret' | 'token' | 'end' | 'refused' | 'unsent';
  /** How many requests were rejected, or were left. */
  readonly count?: number;
  /** What is used and will end. */
  readonly feature?: string;
  /** When the secret, token or feature ends: instant text. */
  readonly endsAt?: string;
  /** The page below the console's address on which an administrator can solve it. */
  readonly path: string;
}

/** The state of an institution from which problems are found. */
export interface Known {
  readonly endpoints: readonly Pick<Endpoint, 'id' | 'url' | 'disabledReason'>[];
  readonly integrations: readonly Pick<Integration, 'id' | 'name' | 'isActive' | 'isDirectorySync' | 'secrets'>[];
  readonly usages: readonly Pick<IntegrationUsage, 'integrationId' | 'limitState' | 'rateLimited' | 'leastRemaining'>[];
  readonly deprecated: readonly Pick<DeprecatedUse, 'integrationId' | 'feature' | 'sunset'>[];
  /** Null without one. Its instant is text. */
  readonly auditStream: {
    readonly url: string;
    readonly pausedBy: string | null;
    readonly failingSince: string | null;
  } | null;
}

/**
 * The problems of an institution, the most urgent first: webhooks that were switched off after failing, integrations near their
 * limits, secrets that end within seven days, uses of what ends within ninety. The overview of the console says the same of them.
 * @param now in epoch milliseconds
 */
export function problemsOf(
  { endpoints, integrations, usages, deprecated, auditStream }: Known,
  now: number,
): Problem[] {
  const active = integrations.filter(({ isActive }) => isActive);
  const usageOf = new Map(usages.map((each) => [each.integrationId, each]));
  return [
    ...streamProblems(auditStream, now),
    ...endpoints.flatMap(webhookProblems),
    ...active.flatMap((each) => limitProblems(each, usageOf.get(each.id))),
    ...active.flatMap((each) => secretProblems(each, now)),
    ...active.flatMap((each) => endProblems(each, deprecated, now)),
  ];
}

/** The problems that the last email did not list. @param reported the keys that the last email listed */
export function unreported(problems: readonly Problem[], reported: readonly string[]): Problem[] {
  return problems.filter(({ keys: [own] }) => !reported.includes(own));
}

/** Drops the keys of problems that have ended: one that comes back is a new problem. */
export function stillReported(problems: readonly Problem[], reported: readonly string[]): string[] {
  const present = new Set(keysOf(problems));
  return reported.filter((each) => present.has(each));
}

/** The content of an email. */
export function keysOf(problems: readonly Problem[]): string[] {
  return problems.flatMap(({ keys }) => keys);
}

/** A stream that its receiver refuses, or of which it has accepted nothing for an hour. */
function streamProblems(stream: Known['auditStream'], now: number): Problem[] {
  if (!stream) return [];
  const { url: name, pausedBy, failingSince } = stream;
  const path = '/audit/stream';
  if (pausedBy !== null) return [{ keys: ['audit:refused', 'audit:unsent'], name, what: 'refused', path }];
  if (failingSince === null || fromInstantText(failingSince) > now - HOUR_MS) return [];
  return [{ keys: ['audit:unsent'], name, what: 'unsent', path }];
}

function webhookProblems({ id, url, disabledReason }: Known['endpoints'][number]): Problem[] {
  if (disabledReason === undefined) return [];
  const what = disabledReason === 'gone' ? 'gone' : 'failed';
  return [{ keys: [`webhook:${id}`], name: url, what, path: `/webhooks/${id}` }];
}

function limitProblems(
  { id, name, isDirectorySync }: Known['integrations'][number],
  usage: Known['usages'][number] | undefined,
): Problem[] {
  const path = pathOf({ id, isDirectorySync });
  const near = `near:${id}`;
  if (usage?.limitState === LimitState.OVER)
    return [{ keys: [`over:${id}`, near], name, what: 'over', count: Number(usage.rateLimited), path }];
  if (usage?.limitState !== LimitState.NEAR) return [];
  return [{ keys: [near], name, what: 'near', count: usage.leastRemaining ?? 0, path }];
}

function secretProblems({ id, name, isDirectorySync, secrets }: Known['integrations'][number], now: number): Problem[] {
  const what = isDirectorySync ? 'token' : 'secret';
  return secrets.flatMap(({ hint, expiresAt }): Problem[] => {
    if (expiresAt === undefined || fromInstantText(expiresAt) > now + SOON_MS) return [];
    const keys = [`secret:${id}:${hint}`] as const;
    return [{ keys, name, what, endsAt: expiresAt, path: pathOf({ id, isDirectorySync }) }];
  });
}

/** What an integration uses and will end: one problem after another as the end comes closer. */
function endProblems(
  { id, name, isDirectorySync }: Known['integrations'][number],
  deprecated: Known['deprecated'],
  now: number,
): Problem[] {
  return deprecated.flatMap(({ integrationId, feature, sunset }): Problem[] => {
    if (integrationId !== id || sunset === undefined) return [];
    const leftMs = fromInstantText(sunset) - now;
    const [days, ...passed] = DAYS_BEFORE_END.filter((each) => leftMs > 0 && leftMs <= each * DAY_MS);
    if (days === undefined) return [];
    const keyOf = (each: number) => `end:${id}:${feature}:${sunset}:${each}`;
    const keys = [keyOf(days), ...passed.map(keyOf)] as const;
    return [{ keys, name, what: 'end', feature, endsAt: sunset, path: pathOf({ id, isDirectorySync }) }];
  });
}

/** The least first. */
const DAYS_BEFORE_END = [7, 30, 90];

function pathOf({ id, isDirectorySync }: Pick<Integration, 'id' | 'isDirectorySync'>): string {
  return isDirectorySync ? '/integrations/directory-sync' : `/integrations/${id}`;
}

const SOON_MS = 7 * DAY_MS;
