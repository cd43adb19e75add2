import { Command } from 'commander';
import { RequestService, type Usage, UsageInterval } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';
import { instantOf } from '../option-values.ts';
import { type RequestOptions, requestFilter } from '../requests/request-options.ts';

interface Options extends Omit<RequestOptions, 'status'> {
  readonly since: string;
  readonly until: string;
  readonly daily?: true;
}

export function usageCommand({ terminal, connected }: CliContext): Command {
  return new Command('usage')
    .description('Shows how many requests an institution’s integrations have made, by the hour.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--integration <id|clientId>', 'only requests of one integration')
    .option('--since <time>', 'from this time on: 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d', '24h')
    .option('--until <time>', 'before this time, at most 31 days later', '0s')
    .option('--daily', 'by the day (UTC)')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExample:\n  lyceum usage --institution ID --since 7d --daily')
    .action(async ({ institution, since, until, daily, json, ...options }: Options) => {
      const period = {
        from: instantOf(since, '--since'),
        to: instantOf(until, '--until'),
        interval: daily ? UsageInterval.DAY : UsageInterval.HOUR,
      };
      const { usage } = await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        return call(RequestService.method.getUsage, { ...(await requestFilter(call, options)), ...period });
      });
      if (json) terminal.printJson(usage.map(usageJson));
      else terminal.printTable(HEADER, usage.map(rowOf));
    });
}

const HEADER = [
  'FROM',
  'REQUESTS',
  '2XX',
  '3XX',
  '4XX',
  '5XX',
  '429',
  'P50 MS',
  'P95 MS',
  'BYTES IN',
  'BYTES OUT',
  'LOST',
];

function rowOf(usage: Usage): string[] {
  const { start, p50Ms, p95Ms, rateLimited, bytesIn, bytesOut, lost } = usage;
  const { requests, success, redirection, clientError, serverError } = usage;
  return [
    start,
    requests,
    success,
    redirection,
    clientError,
    serverError,
    rateLimited,
    p50Ms,
    p95Ms,
    bytesIn,
    bytesOut,
    lost,
  ].map(String);
}

/** As `GET /usage` has it. */
function usageJson(usage: Usage) {
  return {
    start: usage.start,
    requests: Number(usage.requests),
    byStatus: {
      '2xx': Number(usage.success),
      '3xx': Number(usage.redirection),
      '4xx': Number(usage.clientError),
      '5xx': Number(usage.serverError),
    },
    rateLimited: Number(usage.rateLimited),
    p50Ms: usage.p50Ms,
    p95Ms: usage.p95Ms,
    bytesIn: Number(usage.bytesIn),
    bytesOut: Number(usage.bytesOut),
    lost: Number(usage.lost),
  };
}
