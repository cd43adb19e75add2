import type { ImportRequest } from './importers/importer.ts';

/** A record that a service takes apart from the section's record that holds it. */
export interface NestedRecord<R> {
  readonly record: R;
  /** Where it is in the batch of the section's records: `/records/3/versions/0`. */
  readonly at: string;
}

/** The requests that send nested records, each with as many as a service takes at once. */
export function nestedRequests<R>(
  nested: readonly NestedRecord<R>[],
  requestOf: (records: R[]) => ImportRequest,
): ImportRequest[] {
  const requests: ImportRequest[] = [];
  for (let start = 0; start < nested.length; start += RECORDS_AT_MOST) {
    const part = nested.slice(start, start + RECORDS_AT_MOST);
    requests.push({ ...requestOf(part.map(({ record }) => record)), pointerInBatch: (index) => part[index]?.at ?? '' });
  }
  return requests;
}

const RECORDS_AT_MOST = 1000;
