import { declareStatements } from '../../../bundle/engine/kind-statements.ts';
import { type Entry, type ImportContext, Plan } from '../../../bundle/engine/plan.ts';
import { writePlan } from '../../../bundle/engine/write-plan.ts';
import { userGroups, users } from '../import/users.ts';
import type { PlannedGroups } from './plan-groups.ts';

const statements = [...declareStatements([users, userGroups]).values()];
const ofUsers = statements.filter(({ kind }) => kind.name === users.name);
const ofGroups = statements.filter(({ kind }) => kind.name === userGroups.name);
const ofMembers = ofGroups.flatMap(({ lists }) => lists.members ?? []);

/**
 * Rows that are written in one batch: a batch must not last longer than a single statement may, even while the server
 * is slow.
 */
const MAX_ROWS = 1_000;

/** Writes people who are new or changed. The codes that they give to each other have been released. */
export async function writePeople(people: readonly Entry[], context: ImportContext): Promise<void> {
  for (const part of partsOf(people)) {
    writePlan(new Plan(part), ofUsers, [], context);
    await context.tx.checkDeferred();
  }
}

/** Writes who joins and leaves groups. */
export async function writeGroups({ entries, change }: PlannedGroups, context: ImportContext): Promise<void> {
  const write = async (part: object) => {
    const none = { gone: [], added: [], changed: [], ownerIds: change.ownerIds };
    const lists = ofMembers.map((members) => ({ ...none, ...part, statements: members }));
    writePlan(new Plan([]), [], lists, context);
    await context.tx.checkDeferred();
  };
  writePlan(new Plan(entries), ofGroups, [], context);
  for (const gone of partsOf(change.gone)) await write({ gone });
  for (const added of partsOf(change.added)) await write({ added });
}

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += MAX_ROWS) yield all.slice(at, at + MAX_ROWS);
}
