import { Command, Option } from 'commander';
import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import { dateFault } from '../../platform/core/instant.ts';
import { FindingRule } from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { findingPages } from '../../records/findings.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';

const RULES = lowerCaseTexts(FindingRule).all;

interface Options extends OfInstitution {
  readonly from: string;
  readonly to: string;
  readonly user?: string;
  readonly rule?: (typeof RULES)[number];
  readonly state: 'open' | 'acknowledged' | 'all';
}

export function hoursFindingsCommand({ terminal, connected }: CliContext): Command {
  return new Command('findings')
    .description('Shows breaks, rests and days that the rules of working time do not allow.')
    .requiredOption('--institution <id|ref>', 'the institution')
    .requiredOption('--from <date>', 'the first day: 2026-10-01')
    .requiredOption('--to <date>', 'the day after the last, at most 366 days later')
    .option('--user <email>', 'only of this person')
    .addOption(new Option('--rule <rule>', 'only of this rule').choices(RULES))
    .addOption(
      new Option('--state <state>', 'whether somebody has acknowledged them')
        .choices(['open', 'acknowledged', 'all'])
        .default('open'),
    )
    .option('--json', 'print an array as GET /time-tracking/findings returns it')
    .addHelpText('after', HELP)
    .action(async ({ institution, from, to, user, rule, state, json }: Options) => {
      for (const [name, date] of Object.entries({ from, to }))
        if (dateFault(date)) throw new CommandFailure(`--${name} must be a date such as 2026-10-05.`);
      const member = user === undefined ? undefined : ({ identity: { case: 'email', value: user } } as const);
      await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        const found = [];
        const asked = { call, from, to, state, ...(member && { member }), ...(rule && { rule }) };
        for await (const page of findingPages(asked)) {
          found.push(...page);
          if (found.length > MOST)
            throw new CommandFailure(`There are more than ${MOST} findings. Ask for fewer days, or for one person.`);
        }
        if (json) return terminal.printJson(found);
        const rows = found.map(({ minutes, isUnsure, acknowledged, ...each }) => [
          ...[each.date, each.userId, each.rule, `${minutes.actual} of ${minutes.limit}`, each.paragraph],
          [isUnsure ? 'unsure' : '', acknowledged ? 'acknowledged' : ''].filter(Boolean).join(', '),
        ]);
        terminal.printTable(['DATE', 'USER', 'RULE', 'MINUTES', 'PARAGRAPH', ''], rows);
      });
    });
}

/** So that they fit into memory. */
const MOST = 100_000;

const HELP = `
MINUTES are what was, and what the limit is. An institution without a rule set
has no findings: "lyceum institutions set ID working_time_rules=de-arbzg".

Example:
  lyceum hours findings --institution ID --from 2026-10-01 --to 2026-11-01`;
