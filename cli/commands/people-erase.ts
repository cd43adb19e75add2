import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { type ErasurePlan, erasurePlan, isFigure } from '../../console/erasure/plan.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { ErasureObstacle, ErasureService } from '../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import type { User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { findPerson } from '../erasure/find-person.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { institutionOf } from '../of-institution.ts';

interface EraseOptions {
  readonly institution: string;
  readonly yes?: string;
  readonly now?: true;
  readonly withHours?: true;
  readonly takeBack?: true;
  readonly json?: true;
}

export function peopleEraseCommand(context: CliContext): Command {
  const { connected } = context;
  return new Command('erase')
    .description('Erases an archived person. Without --yes, it only prints what would go.')
    .argument('<person>', 'id or e-mail address')
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--yes <person>', 'id or e-mail address again, in the same words')
    .option('--now', 'without days in which it can be taken back; returns when all is gone')
    .option('--with-hours', 'the time records, too')
    .option('--take-back', 'end the plan of an erasure that has not begun')
    .option('--json', 'print a JSON object')
    .addHelpText('after', ERASE_HELP)
    .action(async (named: string, options: EraseOptions) => {
      if (options.yes !== undefined && options.yes !== named)
        throw new CommandFailure('--yes must be the same id or e-mail address again.');
      await connected(async (connection) => {
        const { id: institutionId } = await institutionOf(connection, options.institution);
        const call = connection.callFor(institutionId);
        const user = await findPerson(call, named);
        await (options.takeBack ? takeBack(context, call, user, options) : erase(context, call, user, options));
      });
    });
}

async function takeBack({ terminal }: CliContext, call: Call, { id: userId }: User, { json }: EraseOptions) {
  const { wasPlanned } = await call(ErasureService.method.takeBackErasure, { userId });
  if (json) terminal.printJson({ userId, wasPlanned });
  else terminal.print(wasPlanned ? 'The person will not be erased.' : 'No erasure of the person is planned.');
}

async function erase(
  context: CliContext,
  call: Call,
  user: User,
  { yes, now, withHours: isWithHours, json }: EraseOptions,
): Promise<void> {
  const { terminal, environment } = context;
  const withHours = isWithHours === true;
  const { id: userId, erasedAt } = user;
  if (erasedAt !== undefined) {
    if (json) terminal.printJson({ userId, erasedAt });
    else terminal.print(`The person was erased on ${erasedAt}.`);
    return;
  }
  if (yes === undefined) {
    const known = await call(ErasureService.method.getErasure, { userId, withObstacles: true });
    const [obstacle] = known.obstacles;
    if (obstacle !== undefined) throw new CommandFailure(OBSTACLES[obstacle]);
    const plan = await erasurePlan(call, user, LOOKING_MS);
    const hoursKeptFrom = withHours ? (known.hoursKeptFrom ?? null) : null;
    if (json) terminal.printJson({ userId, withHours, hoursKeptFrom, ...shownIn(plan, withHours) });
    else printPlan(context, plan, { withHours, hoursKeptFrom });
    return;
  }
  const { erasure } = await call(ErasureService.method.planErasure, { userId, withHours, isAtOnce: now === true });
  if (!now) {
    if (json) terminal.printJson({ userId, withHours, dueAt: erasure?.dueAt });
    else terminal.print(`The person will be erased on ${erasure?.dueAt}. --take-back ends that.`);
    return;
  }
  const begun = await untilBegun(call, userId);
  const [{ withAllDatabases }, { untilApplied }] = await Promise.all([
    import('../service-databases.ts'),
    import('../erasure/until-applied.ts'),
  ]);
  const behind = await withAllDatabases(environment, (databases) => untilApplied(databases, begun.sequence));
  if (behind.length > 0)
    throw new TryAgainLater(`Something is left in ${behind.join(', ')}. The services go on by themselves.`);
  if (json) terminal.printJson({ userId, withHours, erasedAt: begun.erasedAt });
  else terminal.print(`The person was erased on ${begun.erasedAt}. Backups hold them until they expire.`);
}

async function untilBegun(
  call: Call,
  userId: string,
): Promise<{ readonly sequence: number; readonly erasedAt: string }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { erasure } = await call(ErasureService.method.getErasure, { userId });
    if (!erasure) throw new TryAgainLater('The person was not erased: they came back, or it was taken back.');
    const { sequence, erasedAt } = erasure;
    if (sequence !== undefined && erasedAt !== undefined) return { sequence: Number(sequence), erasedAt };
    await delay(POLL_MS);
  }
  throw new TryAgainLater('The erasure has not begun yet. The services go on by themselves.');
}

function shownIn({ tables, mentions, isComplete }: ErasurePlan, withHours: boolean) {
  return {
    tables: tables.map(({ says, ...held }) => ({
      ...held,
      goes: says.filter((word) => !isFigure(word, held, withHours)),
      stays: says.filter((word) => isFigure(word, held, withHours)),
    })),
    mentions: mentions.map(({ resourceKind, resourceId }) => ({ resourceKind, resourceId })),
    isComplete,
  };
}

interface Hours {
  readonly withHours: boolean;
  readonly hoursKeptFrom: string | null;
}

function printPlan({ terminal }: CliContext, plan: ErasurePlan, { withHours, hoursKeptFrom }: Hours): void {
  const { tables, mentions, isComplete } = shownIn(plan, withHours);
  terminal.printTable(
    ['SERVICE', 'TABLE', 'ROWS', 'GOES', 'STAYS AS FIGURES'],
    tables.map(({ service, table, rows, goes, stays }) => [
      ...[service, table, String(rows)],
      ...[goes.join(', ') || '-', stays.join(', ') || '-'],
    ]),
  );
  if (hoursKeptFrom !== null) terminal.print(`Time records that ended at ${hoursKeptFrom} or later stay as figures.`);
  if (mentions.length > 0) {
    terminal.print('Records of others whose text may name the person. They are not touched:');
    terminal.printTable(
      ['RECORD', 'ID'],
      mentions.map(({ resourceKind, resourceId }) => [resourceKind, resourceId]),
    );
  }
  if (!isComplete) terminal.print('There may be more: not all records were looked through.');
  terminal.print('Nothing was changed. --yes with the same id or e-mail address erases the person.');
}

const OBSTACLES: Readonly<Record<ErasureObstacle, string>> = {
  [ErasureObstacle.UNSPECIFIED]: 'Something speaks against it.',
  [ErasureObstacle.NOT_ARCHIVED]: 'The person is active. Only an archived person can be erased.',
  [ErasureObstacle.ADMINISTRATOR]: 'The person is an administrator. "administrators remove" ends that.',
  [ErasureObstacle.CLOCKED_IN]: 'The person is clocked in. End the session first.',
  [ErasureObstacle.HELD]: 'The person is on hold. "people hold --end" ends that.',
};

/** Long enough for institutions with some 10⁷ records. */
const LOOKING_MS = 120_000;
const POLL_MS = 250;
const TRIES = 120;

const ERASE_HELP = `
Names, e-mail, code, picture, notes and the like go from all services, also from
kept answers and records of requests. Hours and appointments stay as figures of
"Erased person", with the same id. For some days (ERASURE_GRACE_DAYS of
directory), --take-back ends the plan, and so does a person who comes back.

${DATABASES_HELP}

Examples:
  lyceum people erase ada@school.example --institution ID
  lyceum people erase ada@school.example --institution ID \\
    --yes ada@school.example`;
