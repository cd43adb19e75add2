import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';
import { countOf, instantOf } from '../option-values.ts';
import {
  REQUEST_HEADER,
  type RequestOptions,
  requestFilter,
  requestJson,
  requestRow,
} from '../requests/request-options.ts';
import { printable } from '../terminal/printable.ts';

interface Options extends RequestOptions {
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
}

export function requestsListCommand({ terminal, connected }: CliContext): Command {
  return new Command('list')
    .description('Shows the requests of an institution’s integrations, newest first.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--integration <id|clientId>', 'only requests of one integration')
    .option('--status <status>', 'only this status or these: 404, 4xx')
    .option('--since <time>', 'only from this time on: 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d')
    .option('--until <time>', 'only before this time')
    .option('--limit <n>', 'maximum number of requests', '100')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  lyceum requests list --institution ID --status 4xx --since 1h')
    .action(async ({ institution, since, until, limit, json, ...options }: Options) => {
      const period = {
        ...(since === undefined ? {} : { from: instantOf(since, '--since') }),
        ...(until === undefined ? {} : { to: instantOf(until, '--until') }),
      };
      let left = countOf(limit, '--limit');
      const found = await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        const filter = { ...(await requestFilter(call, options)), ...period };
        const requests = [];
        let after: { sort: string; id: string } | undefined;
        for (;;) {
          const page = await call(RequestService.method.listRequests, {
            ...filter,
            page: { size: Math.min(left, PAGE), ...(after ? { after } : {}) },
          });
          requests.push(...page.requests);
          left -= page.requests.length;
          const last = page.requests.at(-1);
          after = page.end ?? (last && { sort: last.time, id: last.id });
          if (!page.hasMore || left <= 0 || !after) return requests;
        }
      });
      if (json) for (const request of found) terminal.printJson(requestJson(request));
      else terminal.printTable(REQUEST_HEADER, found.map(requestRow));
    });
}

const PAGE = 500;

export function requestsTailCommand({ terminal, connected }: CliContext): Command {
  return new Command('tail')
    .description('Prints the requests of an institution’s integrations, until you stop it.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--integration <id|clientId>', 'only requests of one integration')
    .option('--status <status>', 'only this status or these: 404, 4xx')
    .option('--count <n>', 'stop after this many requests')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  lyceum requests tail --institution ID --status 5xx')
    .action(async ({ institution, count, json, ...options }: RequestOptions & { readonly count?: string }) => {
      let left = count === undefined ? Number.POSITIVE_INFINITY : countOf(count, '--count');
      await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        const filter = await requestFilter(call, options);
        const latest = async (size: number, from: string | undefined) =>
          (await call(RequestService.method.listRequests, { ...filter, ...(from ? { from } : {}), page: { size } }))
            .requests;
        let shown = await latest(PAGE, undefined);
        const begun = shown[0]?.time;
        while (left > 0) {
          const known = new Set(shown.map(({ id }) => id));
          shown = await latest(PAGE, laterOf(begun, shown[0]?.time));
          const fresh = shown.filter(({ id }) => !known.has(id)).toReversed();
          for (const request of fresh.slice(0, left)) {
            if (json) terminal.printJson(requestJson(request));
            else terminal.print(requestRow(request).map(printable).join('  '));
          }
          left -= fresh.length;
          if (left > 0) await delay(POLL_MS);
        }
      });
    });
}

/**
 * A request is recorded when it has ended, up to a minute after another that arrived later. By the times of the
 * records: clocks may differ.
 */
function laterOf(begun: string | undefined, newest: string | undefined): string | undefined {
  if (begun === undefined || newest === undefined) return undefined;
  return toInstantText(Math.max(fromInstantText(begun), fromInstantText(newest) - LONGEST_MS));
}

const POLL_MS = 500;
const LONGEST_MS = 60_000;
