import type { DescMessage } from '@bufbuild/protobuf';
import { type DomainEvent, resourceEvent } from '../event.ts';
import type { Entry } from './match-by-ref.ts';

interface ImportEvents<E> {
  readonly created: DescMessage;
  readonly updated: DescMessage;
  /** The fields of an updated record that changed; empty where that is not known. */
  readonly changed: (entry: E) => readonly string[];
  /** What the record's events are ordered by; the record itself unless given. */
  readonly aggregateOf?: (entry: E) => string;
}

/** What an import tells: one event for each record that it creates or changes, of the same types as requests. */
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
