import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { services } from '../../deploy/installation/services.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { workingTimeRules } from '../../platform/core/working-time-rules.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { FindingRule, FindingService, FindingState } from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit } from '../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { newInstitution, withSystem } from '../prepare.ts';
import { cpuMsOfProgram } from '../process-usage.ts';

/**
 * `npm run bench:findings`: what a page of the findings of a month costs, and all of its pages, beside the totals of
 * everybody in the same month: CPU time of the services and of PostgreSQL. The people work mornings and afternoons for
 * half a year, and one day in a hundred without a break.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '5000' } } });
const people = Number(values.people);
const MONTH = { from: '2026-10-01', to: '2026-11-01' };

const dataDir = await makeTestDirectory();
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await postgres.ensureDatabases(services.map(({ name }) => name));
  await withSystem(
    (service) => postgres.url(service),
    async (as) => {
      const institutionId = await newInstitution(as, { ref: 'bench', name: 'Bench' });
      const call = as({ kind: 'operator', institutionId });
      const rules = { timeTrackingTimezone: 'Europe/Berlin', workingTimeRules: workingTimeRules.from('de-arbzg') };
      await call(InstitutionService.method.setInstitutionSettings, { change: rules, precondition: { any: true } });
      await addHalfYear(institutionId);
      const userIds = Array.from({ length: people }, (_, person) => idOf(person));
      for (const title of ['first', 'warm'] as const) {
        const totals = await cpuOf(() => totalsOf(call, userIds));
        const page = await cpuOf(() => pagesOf(call, 1));
        const all = await cpuOf(() => pagesOf(call, Number.POSITIVE_INFINITY));
        print(`${title}: the totals of ${people} people: ${totals.ms.toFixed(0)} ms`);
        print(`${title}: a page of findings: ${page.ms.toFixed(0)} ms, ${(page.ms / totals.ms).toFixed(2)} of it`);
        const daily = await cpuOf(() => pagesOf(call, Number.POSITIVE_INFINITY, FindingRule.BREAK_TOO_SHORT));
        print(`${title}: without averages: ${daily.ms.toFixed(0)} ms`);
        const { pages, findings } = all.result;
        print(
          `${title}: ${findings} findings in ${pages} pages: ${all.ms.toFixed(0)} ms, ${(all.ms / totals.ms).toFixed(2)} of it`,
        );
      }
    },
  );
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function idOf(person: number): string {
  return `00000000-0000-7000-8000-${person.toString(16).padStart(12, '0')}`;
}

/** Two records of each person and weekday, or one of eight hours. */
async function addHalfYear(institutionId: string): Promise<void> {
  await withClient({ connectionString: postgres.url('timetracking') }, async (client) => {
    await client.query(
      `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
         revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad(to_hex(person), 12, '0'))::uuid, day + part.starts, day + part.ends,
         day + part.starts, '[]', '[]', 'api', false, gen_random_uuid(), day, day
       FROM generate_series('2026-05-01 00:00Z'::timestamptz, '2026-10-31 00:00Z', '1 day') AS day,
         generate_series(0, $2::integer - 1) AS person,
         LATERAL (SELECT * FROM (VALUES (interval '8 hours', interval '12 hours'), ('12 hours 45 minutes', '16 hours 45 minutes')) AS v(starts, ends)
           WHERE (person + extract(doy FROM day)::integer) % 100 > 0
           UNION ALL SELECT interval '8 hours', interval '16 hours' WHERE (person + extract(doy FROM day)::integer) % 100 = 0) AS part
       WHERE extract(isodow FROM day) < 6`,
      [institutionId, people],
    );
    await client.query('VACUUM ANALYZE');
  });
}

async function cpuOf<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const before = { own: process.cpuUsage(), postgres: cpuMsOfProgram('postgres') };
  const result = await work();
  const { user, system } = process.cpuUsage(before.own);
  return { ms: (user + system) / 1_000 + cpuMsOfProgram('postgres') - before.postgres, result };
}

async function totalsOf(call: Call, userIds: readonly string[]): Promise<void> {
  for (let first = 0; first < userIds.length; first += 100) {
    const asked = { ...MONTH, by: PeriodUnit.DAY, userIds: userIds.slice(first, first + 100) };
    await call(RecordService.method.listTotals, asked);
  }
}

async function pagesOf(call: Call, most: number, rule: FindingRule = FindingRule.UNSPECIFIED) {
  let [pages, findings] = [0, 0];
  for (let after: { readonly sort: string; readonly id: string } | undefined; ; ) {
    const page = { size: 500, ...(after && { after }) };
    const found = await call(FindingService.method.listFindings, { ...MONTH, state: FindingState.ALL, rule, page });
    pages++;
    findings += found.findings.length;
    after = found.end;
    if (!after || pages === most) return { pages, findings };
  }
}
