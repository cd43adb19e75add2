/** The building blocks of statements that create a year's rows. */
export interface Year {
  /** The id of the institution that has half of all rows; the others share the rest. */
  readonly large: string;
  /** Start of the year as instant text. It ends today. */
  readonly begin: string;
}

/** The number of institutions that share the other rows. */
export const SMALL_INSTITUTIONS = 1_000;

/** `uid('user', 7)`: the id of the seventh user of any institution. As random as ids created by clients. */
export const DECLARE_UID = `CREATE OR REPLACE FUNCTION uid(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN md5(kind || n)::uuid`;

/** Rows `r` with their number n, the institution i, and their number m within it. */
export function rowsOf({ large }: Year, count: number): string {
  return `(SELECT n, CASE WHEN n % 2 = 0 THEN '${large}'::uuid ELSE uid('institution', n / 2 % ${SMALL_INSTITUTIONS}) END AS i,
    CASE WHEN n % 2 = 0 THEN n / 2 ELSE n / ${2 * SMALL_INSTITUTIONS} END AS m
    FROM generate_series(0::bigint, ${count - 1}) AS n) AS r`;
}

/** The creation time of a row: evenly distributed over the year. */
export function madeAt({ begin }: Year, count: number): string {
  return `date_trunc('milliseconds', '${begin}'::timestamptz + r.n * interval '${(365 * 86_400) / count} s')`;
}

/** The time of the last change: today for the first rows of the large institution, the creation time for others. */
export function changedAt(year: Year, count: number): string {
  return `CASE WHEN r.n < ${2 * CHANGED_LATELY} THEN ${TODAY} ELSE ${madeAt(year, count)} END`;
}

/** The number of rows of each list that changed today. */
export const CHANGED_LATELY = 30;

export const TODAY = "date_trunc('day', now())";
