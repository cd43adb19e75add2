import { PAGE_BYTES } from '../core/paging.ts';

/** What stands beside the columns of each row of a {@link boundedPage}. */
export interface PageRow {
  /** Whether a row follows it, on this page or the next. */
  readonly hasNext: boolean;
}

interface PageText {
  /** Of the table's alias, as the page shows them. */
  readonly columns: string;
  readonly alias: string;
  /** Selects all columns of the rows that may be on the page, in their order, one more than it holds. */
  readonly rows: string;
  /** The columns of the order, with DESC where it is the reverse. */
  readonly order: string;
  /** About how many bytes of JSON a row becomes, an expression over the alias's columns. Values are read from disk for its sake only if it says so. */
  readonly bytes: string;
  /** The parameter that is one more than the page holds. */
  readonly limit: string;
}

/**
 * The text of a page that ends where it is full: by its number of rows, or behind the row with which it reaches {@link PAGE_BYTES}, so that
 * it has one row at least. What is beyond it is not read. Each row says whether one follows it (decisions 13.5).
 */
export function boundedPage({ columns, alias, rows, order, bytes, limit }: PageText): string {
  return `SELECT ${columns}, ${alias}.has_next AS "hasNext" FROM (
    SELECT ${alias}.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(${bytes}) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (${rows}) AS ${alias}
    WINDOW page AS (ORDER BY ${order})) AS ${alias}
  WHERE ${alias}.nth_row < ${limit} AND (${alias}.bytes_before IS NULL OR ${alias}.bytes_before < ${PAGE_BYTES})
  ORDER BY ${order}`;
}

/** Whether there are more rows behind a bounded page. */
export function pageHasMore(rows: readonly PageRow[]): boolean {
  return rows.at(-1)?.hasNext ?? false;
}
