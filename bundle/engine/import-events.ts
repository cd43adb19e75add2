import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import type { TProperties } from 'typebox';
import type { RowOf } from '../../libraries/typed-sql/index.ts';
import type { Changes } from '../../platform/core/changes-of.ts';
import { type DomainEvent, resourceEvent } from '../../platform/core/event.ts';
import type { InstitutionTable, Kind } from '../format/kind.ts';
import type { Plan } from './plan.ts';

interface ImportEvents<Row, D extends DescMessage> {
  readonly created: DescMessage;
  readonly updated: D;
  /** The fields that differ between two rows. */
  readonly changes: Changes<Row>;
  /** What the event of a change says of it; by default nothing. */
  readonly payload?: (before: Row, after: Row) => MessageInitShape<D>;
  /** Whether the events of its parent's records are in one order, rather than those of each record. */
  readonly isOrderedByParent?: boolean;
}

/**
 * The events of an import for records of a kind: one for each that it creates or changes, of the same types as those of
 * requests.
 */
export function importEvents<F extends TProperties, T extends InstitutionTable, D extends DescMessage>(
  plan: Plan,
  kind: Kind<F, T>,
  { created, updated, changes, payload, isOrderedByParent = false }: ImportEvents<RowOf<T>, D>,
): DomainEvent[] {
  const { parent = '' } = kind;
  const fieldsOf = (own: readonly string[], shown: ReadonlySet<string | true>) =>
    shown.has(true) ? [] : [...own, ...(shown as ReadonlySet<string>)];
  const inBatch = plan.of(kind).flatMap(({ id, change, before, values, shown }) => {
    if (change === 'none') return [];
    const aggregateId = isOrderedByParent ? String(values[parent as keyof typeof values]) : id;
    if (!before) return [resourceEvent(created, id, { aggregateId })];
    const changed = fieldsOf(changes(before, values), shown);
    return [resourceEvent(updated, id, { aggregateId, changed, payload: payload?.(before, values) })];
  });
  const outside = plan.left(kind).map(({ id, parentId, shown }) => {
    const aggregateId = isOrderedByParent && parentId !== null ? parentId : id;
    return resourceEvent(updated, id, { aggregateId, changed: fieldsOf([], shown) });
  });
  return [...inBatch, ...outside];
}
