import type { TSchema } from 'typebox';
import { columnsBut } from '../../libraries/typed-sql/index.ts';
import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import type { JsonRecord } from '../format/json-record.ts';
import { columnOfField, type Kind } from '../format/kind.ts';
import type { IdOf } from '../format/steps.ts';
import type { Entry, ImportContext, Row } from './plan.ts';

type Columns = Record<string, unknown>;

/** The columns of records of a kind: what a record does not name stays as it is, or has its default in a new row. */
export function columnsFor(
  kind: Kind,
  idOf: IdOf,
  { at, newId }: Pick<ImportContext, 'at' | 'newId'>,
): (entry: Entry) => Row {
  const { parent, computed, initial } = kind;
  const fields = fieldsOf(kind, idOf);
  const empty = emptyRow(kind);
  return ({ record, placed: { index, parent: container }, before }) => {
    const values: Columns = before ? { ...before } : { ...empty, ...initial?.({ index, newId }), ref: record.ref };
    for (const { field, column, convert } of fields) {
      if (record[field] !== undefined) values[column] = convert(record[field]) ?? empty[column];
    }
    if (parent && container) values[parent] = idOf(container.kind.name, String(container.record.ref));
    return computed ? { ...values, ...computed(record, values, { stored: before, at, newId }) } : values;
  };
}

function emptyRow({ table }: Kind): Row {
  const names = columnsBut(table, 'institutionId', 'id', 'revision', 'createdAt', 'updatedAt');
  return Object.fromEntries(names.map((name) => [name, table.columns[name]?.attributes.isNullable ? null : false]));
}

/** The fields that are stored in a column each. */
function fieldsOf(kind: Kind, idOf: IdOf) {
  return Object.entries(kind.fields).flatMap(([field, schema]) => {
    const column = columnOfField(kind, field);
    if (!kind.table.columns[column] || Object.hasOwn(kind.lists, field)) return [];
    return [{ field, column, convert: converter(schema, idOf) }];
  });
}

/** The converter of a field's values to those of a column. */
function converter(schema: TSchema | undefined, idOf: IdOf): (value: unknown) => unknown {
  const { refersTo, format, isKept } = (schema ?? {}) as ConvertedBy;
  const unlessEmpty = (convert: (value: unknown) => unknown) => (value: unknown) =>
    value === undefined || value === null ? null : convert(value);
  if (refersTo !== undefined) return unlessEmpty((ref) => idOf(refersTo, String(ref)));
  if (format === 'date-time') return unlessEmpty((value) => toInstantText(fromInstantText(String(value))));
  if (isKept) return unlessEmpty((value) => JSON.stringify(value));
  return unlessEmpty((value) => value);
}

interface ConvertedBy {
  readonly refersTo?: string;
  readonly format?: string;
  readonly isKept?: true;
}

/** The elements of a list that records own; none of a record that does not name it. */
export function elementsOf(kind: Kind, field: string, entries: readonly Entry[], idOf: IdOf): Row[] {
  const list = kind.lists[field];
  if (!list) throw new Error(`${kind.name} has no list ${field}`);
  const { owner, columns, values, isOrdered = false } = list;
  const { items } = kind.fields[field] as unknown as {
    readonly items: TSchema & { properties?: Record<string, TSchema> };
  };
  const ofElement = typeof columns === 'string' ? converter(items, idOf) : undefined;
  const names = Object.entries({ ...(typeof columns === 'string' ? {} : columns), ...values });
  const fields = names.map(([name, column]) => ({ name, column, convert: converter(items.properties?.[name], idOf) }));
  return entries.flatMap(({ id, record }) =>
    ((record[field] ?? []) as unknown[]).map((element, position) => ({
      [owner]: id,
      ...(ofElement && { [columns as string]: ofElement(element) }),
      ...Object.fromEntries(
        fields.map(({ name, column, convert }) => [column, convert((element as JsonRecord)[name])]),
      ),
      ...(isOrdered && { position }),
    })),
  );
}
