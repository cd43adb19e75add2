import { declareStatements } from '../../../bundle/engine/kind-statements.ts';
import type { ImportContext } from '../../../bundle/engine/plan.ts';
import { present } from '../../../platform/core/present.ts';
import type { PlannedDay } from '../domain/calendar-file.ts';
import { calendarDays } from '../import/sections.ts';

const { insert, update } = present(declareStatements([calendarDays]).get(calendarDays.name), 'statements');

/** Writes the days that the import of a file creates or changes. */
export function writeDays(
  days: readonly PlannedDay[],
  { tx, actor, at, newId, importId }: Omit<ImportContext, 'consent'> & { readonly importId: string },
): void {
  const { institutionId } = actor;
  const rowsOf = (isNew: boolean) =>
    days
      .filter(({ id }) => (id === null) === isNew)
      .map(({ id, name, from, to, kind }) => ({
        ...{ id: id ?? newId(), revision: newId(), ref: null, importId },
        ...{ name, kind, firstDay: from, lastDay: to },
      }));
  tx.write(update, { institutionId, updatedAt: at, rows: rowsOf(false) });
  tx.write(insert, { institutionId, createdAt: at, updatedAt: at, rows: rowsOf(true) });
}
