import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import type { Call } from '../../platform/calls/caller.ts';
import { dateFault } from '../../platform/core/instant.ts';
import { type GetRetentionResponse, RetentionService } from '../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { type RetentionPreview, retentionPreview } from '../../records/retention-preview.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { callOf } from '../of-institution.ts';

interface Options {
  readonly institution: string;
  readonly on?: string;
  readonly json?: true;
}

export function retentionPreviewCommand({ terminal, connected }: CliContext): Command {
  return new Command('preview')
    .description('Counts what an institution does not keep longer. Changes nothing.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--on <date>', 'on which day; today by default')
    .option('--json', 'print a JSON object')
    .addHelpText('after', PREVIEW_HELP)
    .action(async ({ institution, on, json }: Options) => {
      if (on !== undefined && dateFault(on)) throw new CommandFailure('--on must be a date such as 2026-10-05.');
      await connected(async (connection) => {
        const preview = await retentionPreview(
          await callOf(connection, { institution }),
          on === undefined ? {} : { on },
        );
        if (json) terminal.printJson(preview);
        else terminal.printTable(HEADER, [rowOf(preview)]);
      });
    });
}

export function retentionRunCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('run')
    .description('Removes what an institution does not keep longer, now and not at night.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print a JSON object')
    .addHelpText('after', RUN_HELP)
    .action(async ({ institution, json }: Options) => {
      const { preview, run } = await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        return { preview: await retentionPreview(call, {}), run: await untilRun(call) };
      });
      const [{ withAllDatabases }, { untilApplied }] = await Promise.all([
        import('../service-databases.ts'),
        import('../erasure/until-applied.ts'),
      ]);
      const sequence = Number(run.last?.sequence ?? 0);
      const behind = await withAllDatabases(environment, (databases) => untilApplied(databases, sequence));
      if (behind.length > 0)
        throw new TryAgainLater(`Something is left in ${behind.join(', ')}. The services go on by themselves.`);
      const done = { ...preview, people: run.last?.people ?? 0 };
      const left = run.left.map(({ userId, name, reason }) => ({ userId, name, reason }));
      if (json) {
        terminal.printJson({ ...done, left, leftCount: run.leftCount });
        return;
      }
      terminal.printTable(HEADER, [rowOf(done)]);
      if (run.leftCount > 0) {
        terminal.print(`Not erased: ${run.leftCount}.`);
        terminal.printTable(
          ['ID', 'NAME', 'REASON'],
          left.map(({ userId, name, reason }) => [userId, name, reason]),
        );
      }
    });
}

/** Waits for the end of a run that begins now. Without anything that goes, there is none. */
async function untilRun(call: Call): Promise<Pick<GetRetentionResponse, 'last' | 'left' | 'leftCount'>> {
  const { dueAt } = await call(RetentionService.method.runRetention, {});
  if (dueAt === undefined) return { left: [], leftCount: 0 };
  for (let tries = 0; tries < TRIES; tries++) {
    const state = await call(RetentionService.method.getRetention, {});
    if (state.dueAt === undefined || state.dueAt > dueAt) return state;
    await delay(POLL_MS);
  }
  throw new TryAgainLater('The run has not ended yet. The services go on by themselves.');
}

function rowOf({ on, people, notes, hours, audit }: RetentionPreview): string[] {
  return [on, ...[people, notes, hours, audit].map(String)];
}

const HEADER = ['ON', 'PEOPLE', 'NOTES', 'HOURS', 'AUDIT'];
const POLL_MS = 250;
/** An hour: the first run may erase everybody who ever left. */
const TRIES = 14_400;

const PREVIEW_HELP = `
Archived people, notes of time records, time records and audit records, by the
settings retention.… of institutions set. People on hold or clocked in do not
count: they are left.

Examples:
  lyceum retention preview --institution ID
  lyceum retention preview --institution ID --on 2027-01-01 --json`;

const RUN_HELP = `
Services do the same by themselves at the beginning of each day of the
institution. People are erased without days in which it can be taken back. Those
on hold or clocked in are left and named.

${DATABASES_HELP}

Example:
  lyceum retention run --institution ID`;
