import { columnOfField, type Kind } from '../format/kind.ts';
import type { Entry, Plan } from './plan.ts';

/**
 * Ends what records keep because they do not name it, where what they name leaves no room for it: a default, when
 * another record becomes the default or its own record moves to another parent; a reference to what is not in the same
 * parent any more.
 */
export function keepValid(plan: Plan, kind: Kind): void {
  const entries: readonly Entry[] = plan.of(kind);
  const { parent = '', references } = kind;
  const isMoved = ({ before, values }: Entry) => before !== null && before[parent] !== values[parent];
  if (parent in kind.table.columns && 'isDefault' in kind.table.columns) {
    const decided = new Set(
      entries.flatMap(({ record, values }) => (record.isDefault === true ? [values[parent]] : [])),
    );
    for (const entry of entries) {
      const isDecided = isMoved(entry) || decided.has(entry.values[parent]);
      if (entry.record.isDefault === undefined && isDecided) entry.values = { ...entry.values, isDefault: false };
    }
  }
  for (const { path, within, of } of references) {
    const [field = ''] = path;
    if (path.length !== 1 || (within ?? of) === undefined) continue;
    const column = columnOfField(kind, String(field));
    const container = within === undefined ? columnOfField(kind, String(of)) : parent;
    for (const entry of entries) {
      const { record, before, values } = entry;
      if (!before || record[String(field)] !== undefined || values[column] === null) continue;
      const target = plan.find(String(values[column]))?.values ?? before;
      if (target[container] !== values[container]) entry.values = { ...values, [column]: null };
    }
  }
}
