import type { DescMessage } from '@bufbuild/protobuf';
import { type DomainEvent, resourceEvent } from '../event.ts';
import type { Entry } from './match-by-ref.ts';

interface ImportEvents<E> {
  readonly created: DescMessage;
  readonly updated: DescMessage;
  /** The fields of an updated record that changed; empty if unknown. */
  readonly changed: (entry: E) => readonly string[];
  /** The aggregate by which the record's events are ordered; by default the record itself. */
  readonly aggregateOf?: (entry: E) => string;
}

/** The events of an import: one for each record that it creates or changes, of the same types as those of requests. */
export function importEvents<E extends Pick<Entry<unknown>, 'id' | 'change'>>(
  entries: readonly E[],
  { created, updated, changed, aggregateOf = ({ id }) => id }: ImportEvents<E>,
): DomainEvent[] {
  return entries.flatMap((entry) => {
    const { id, change } = entry;
    if (change === 'none') return [];
    const aggregateId = aggregateOf(entry);
    return change === 'create'
      ? [resourceEvent(created, id, { aggregateId })]
      : [resourceEvent(updated, id, { aggregateId, changed: changed(entry) })];
  });
}
