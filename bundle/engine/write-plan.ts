import type { ListChange } from './compare-lists.ts';
import type { KindStatements, ListStatements } from './kind-statements.ts';
import type { Entry, ImportContext, Plan } from './plan.ts';

/** The changes of one list of a kind. */
export interface ChangedList extends ListChange {
  readonly statements: ListStatements;
}

/** Writes a plan's changes, set by set, parents before what is nested in them; nothing if nothing changes. */
export function writePlan(
  plan: Plan,
  kinds: readonly KindStatements[],
  lists: readonly ChangedList[],
  context: ImportContext,
): void {
  for (const kind of kinds) writeKind(plan, kind, context);
  for (const list of lists) writeList(list, context);
}

function writeKind(plan: Plan, statements: KindStatements, { tx, actor, at, newId }: ImportContext): void {
  const { institutionId } = actor;
  const { kind, insert, update, revise, release, end } = statements;
  const isRevised = 'revision' in kind.table.columns;
  const rowsOf = (change: Entry['change']) =>
    plan
      .of(kind)
      .filter((entry) => entry.change === change)
      .map(({ id, values }) => ({ ...values, id, ...(isRevised && { revision: newId() }) }));
  if (release && end) {
    const changed = plan.of(kind).filter(({ change }) => change !== 'none');
    const ended = changed.filter(({ before }) => before?.isDefault).map(({ id }) => ({ id }));
    const parentIds = changed
      .filter(({ values }) => values.isDefault)
      .map(({ values }) => String(values[kind.parent ?? '']));
    tx.write(release, { institutionId, updatedAt: at, isDefault: false, rows: ended });
    if (parentIds.length > 0) tx.write(end, { institutionId, updatedAt: at, revision: newId(), parentIds });
  }
  tx.write(update, { institutionId, updatedAt: at, rows: rowsOf('update') });
  tx.write(insert, { institutionId, createdAt: at, updatedAt: at, rows: rowsOf('create') });
  const left = plan.left(kind).map(({ id }) => ({ id, revision: newId() }));
  if (revise) tx.write(revise, { institutionId, updatedAt: at, rows: left });
}

/** Removals first: an element that only changes its position is both removed and added. */
function writeList({ statements, gone, added, changed }: ChangedList, { tx, actor, at, newId }: ImportContext): void {
  const { institutionId } = actor;
  const { remove, add, change, list } = statements;
  const hasIds = 'id' in list.table.columns;
  const ids = hasIds ? gone.map(({ id }) => String(id)) : [];
  if (gone.length > 0) tx.write(remove, { institutionId, rows: gone, ids });
  const rows = added.map((row) => ({ ...row, ...(hasIds && { id: newId(), revision: newId() }) }));
  tx.write(add, { institutionId, createdAt: at, rows });
  if (change) tx.write(change, { institutionId, rows: changed });
}
