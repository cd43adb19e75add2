/** The rows of a table within one value of JSON, each an array of its values. */
export type JsonRows = readonly (readonly unknown[])[];

/**
 * Rows within one value of JSON, as PostgreSQL writes and this process reads them fastest: arrays of values. Of objects
 * (`json_agg(r)`), PostgreSQL looks up the type of each value anew, and every row repeats the names. The driver does not
 * parse values inside JSON: instants there have PostgreSQL's format.
 * @param names the columns, as the query names them
 */
export function jsonRows<Row>(names: readonly (keyof Row & string)[]) {
  const members = names.map((name, at) => `${name}: values[${at}]`);
  return {
    /** An expression with all rows of a subquery, `r`, in an order. */
    of(subquery: string, order: string): string {
      const values = names.map((name) => `r."${name}"`).join(', ');
      return `(SELECT coalesce(json_agg(json_build_array(${values}) ORDER BY ${order}), '[]') FROM ${subquery} AS r)`;
    },
    /** The row of an array. Compiled: all rows have one shape. */
    read: new Function('values', `return { ${members.join(', ')} };`) as (values: JsonRows[number]) => Row,
  };
}
