import { Command } from 'commander';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { countOf } from '../count-of.ts';
import { instantOf } from '../instant-of.ts';
import { callOf } from '../of-institution.ts';
import {
  REQUEST_HEADER,
  type RequestOptions,
  requestFilter,
  requestJson,
  requestRow,
} from '../requests/request-options.ts';

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
