import type { TSchema } from 'typebox';
import { fromInstantText, toInstantText } from '../../core/instant.ts';
import type { Element } from './compare-lists.ts';
import { columnOfField } from './import-statements.ts';
import type { Kind, LooseRecord } from './kind.ts';
import type { Entry } from './plan.ts';

/** The id of the record of a kind with a ref. */
export type IdOf = (kind: string, ref: string) => string;

interface Context {
  readonly idOf: IdOf;
  newId(): string;
}

/** The columns of records of a kind, from their fields. A field that a record omits is empty. */
export function columnsFor(kind: Kind, { idOf, newId }: Context): (entry: Entry) => Entry['values'] {
  const fields = fieldsOf(kind, idOf);
  const { parent, computed } = kind;
  return ({ record, placed, before }) => {
    const values: Record<string, unknown> = { ref: record.ref };
    for (const { field, column, empty, convert } of fields) {
      const value = record[field];
      values[column] = value === undefined ? empty : convert(value);
    }
    if (parent && placed.parent) values[parent] = idOf(placed.parent.kind.name, String(placed.parent.record.ref));
    return computed ? { ...values, ...computed(record as never, before, { index: placed.index, newId }) } : values;
  };
}

/** The fields that are stored in a column each. */
function fieldsOf(kind: Kind, idOf: IdOf) {
  return Object.entries(kind.fields).flatMap(([field, schema]) => {
    const column = columnOfField(kind, field);
    const declared = kind.table.columns[column];
    if (!declared || Object.hasOwn(kind.lists, field)) return [];
    return [{ field, column, empty: declared.attributes.isNullable ? null : false, convert: converter(schema, idOf) }];
  });
}

/** The converter of a field's values to those of a column. */
function converter(schema: TSchema | undefined, idOf: IdOf): (value: unknown) => unknown {
  const { refersTo, format } = (schema ?? {}) as { readonly refersTo?: string; readonly format?: string };
  if (refersTo !== undefined) return (ref) => idOf(refersTo, String(ref));
  if (format === 'date-time') return (value) => toInstantText(fromInstantText(String(value)));
  return (value) => value;
}

/** The elements of a list that records own. */
export function elementsOf(kind: Kind, field: string, entries: readonly Entry[], idOf: IdOf): Element[] {
  const list = kind.lists[field];
  if (!list) throw new Error(`${kind.name} has no list ${field}`);
  const { owner, columns, isOrdered = false } = list;
  const { items } = kind.fields[field] as unknown as {
    readonly items: TSchema & { properties?: Record<string, TSchema> };
  };
  const ofElement = typeof columns === 'string' ? converter(items, idOf) : undefined;
  const names = typeof columns === 'string' ? [] : Object.entries(columns);
  const fields = names.map(([name, column]) => ({ name, column, convert: converter(items.properties?.[name], idOf) }));
  return entries.flatMap(({ id, record }) =>
    ((record[field] ?? []) as unknown[]).map((element, position) => ({
      [owner]: id,
      ...(ofElement && { [columns as string]: ofElement(element) }),
      ...Object.fromEntries(
        fields.map(({ name, column, convert }) => [column, fieldValue(element as LooseRecord, name, convert)]),
      ),
      ...(isOrdered && { position }),
    })),
  );
}

function fieldValue(element: LooseRecord, name: string, convert: (value: unknown) => unknown): unknown {
  return element[name] === undefined ? null : convert(element[name]);
}
