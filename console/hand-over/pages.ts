import type { Position } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';

type Place = Pick<Position, 'sort' | 'id'>;

/** A page that services answer with: its records, and where the next one begins. */
interface Page<T> {
  readonly records: readonly T[];
  readonly next: Place | undefined;
}

/** The records of all pages, a page at a time. */
export async function* pagesOf<T>(
  read: (page: { readonly size: number; readonly after?: Place }) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  for (let after: Place | undefined; ; ) {
    const { records, next }: Page<T> = await read({ size: SIZE, ...(after && { after }) });
    yield records;
    if (!next) return;
    after = next;
  }
}

/** The place after the last record of a page, if others follow. */
export function placeAfter<T extends { readonly id: string }>(
  records: readonly T[],
  hasMore: boolean,
  sortOf: (record: T) => string,
): Place | undefined {
  const last = records.at(-1);
  return hasMore && last ? { sort: sortOf(last), id: last.id } : undefined;
}

const SIZE = 500;
