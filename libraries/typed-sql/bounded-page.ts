/** The additional column of each row of a {@link boundedPage}. */
export interface PageRow {
  /** Whether another row follows, on this page or the next. */
  readonly hasNext: boolean;
}

interface PageText {
  /** The page's columns, qualified by the alias. */
  readonly columns: string;
  readonly alias: string;
  /** Selects all columns of the rows that may be on the page, in their order, one more than the page holds. */
  readonly rows: string;
  /** The ORDER BY columns, with DESC where needed. */
  readonly order: string;
  /**
   * An SQL expression over the alias's columns: about how many bytes of JSON a row has. Large values are read from disk
   * for it only if it uses them.
   */
  readonly bytes: string;
  readonly maxBytes: number;
  /** The placeholder of the limit: one more than the page holds. */
  readonly limit: string;
}

/**
 * The text of a page that ends when it is full: by its number of rows, or after the row with which it reaches
 * `maxBytes`, so that it has at least one row. Rows beyond it are not read. Each row has a flag for whether another one
 * follows.
 */
export function boundedPage({ columns, alias, rows, order, bytes, maxBytes, limit }: PageText): string {
  return `SELECT ${columns}, ${alias}.has_next AS "hasNext" FROM (
    SELECT ${alias}.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(${bytes}) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (${rows}) AS ${alias}
    WINDOW page AS (ORDER BY ${order})) AS ${alias}
  WHERE ${alias}.nth_row < ${limit} AND (${alias}.bytes_before IS NULL OR ${alias}.bytes_before < ${maxBytes})
  ORDER BY ${order}`;
}

/** Whether there are more rows after a bounded page. */
export function pageHasMore(rows: readonly PageRow[]): boolean {
  return rows.at(-1)?.hasNext ?? false;
}
