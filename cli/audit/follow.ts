import { setTimeout as delay } from 'node:timers/promises';
import { isTrailCursor, readTrail, trailObject } from '../../platform/core/audit-trail.ts';
import { dateFault } from '../../platform/core/instant.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { callOf } from '../of-institution.ts';
import { countOf, instantOf } from '../option-values.ts';

interface Options {
  readonly institution: string;
  readonly since?: string;
  readonly limit?: string;
}

/** What selects records, which a trail without holes cannot have. */
const SELECTING = ['service', 'resource', 'integration', 'operation', 'request', 'until'] as const;

/**
 * Prints an institution's audit records, the oldest first, each as a line of JSON with the cursor after which it goes on,
 * until it is stopped. Records are printed once nothing can come to precede them any more.
 */
export async function followAudit(
  { terminal, connected }: Pick<CliContext, 'terminal' | 'connected'>,
  { institution, since = '0s', limit, ...others }: Options & Readonly<Record<string, unknown>>,
): Promise<void> {
  const selecting = SELECTING.find((name) => others[name] !== undefined);
  if (selecting) throw new CommandFailure(`--follow prints all records: --${selecting} cannot be used with it.`);
  let after = beginOf(since);
  let left = limit === undefined ? Number.POSITIVE_INFINITY : countOf(limit, '--limit');
  const { trailSources } = await import('../../services/identity/audit-stream/sources.ts');
  await connected(async (connection) => {
    const sources = trailSources(await callOf(connection, { institution }));
    while (left > 0) {
      const records = await readTrail(sources, after, Math.min(left, PAGE));
      for (const each of records) terminal.printJson(trailObject(each));
      left -= records.length;
      after = records.at(-1)?.cursor ?? after;
      if (records.length === 0) await delay(POLL_MS);
    }
  });
}

/** The cursor or the instant at which it begins: a date is its beginning in UTC. */
function beginOf(since: string): string {
  if (isTrailCursor(since)) return since;
  return instantOf(dateFault(since) ? since : `${since}T00:00:00Z`, '--since');
}

const PAGE = 200;
const POLL_MS = 2_000;
