/** A quantile of values in any order; NaN of none. @param part from 0 to 1 */
export function quantile(values: readonly number[], part: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const at = (index: number) => ascending[index] ?? Number.NaN;
  return (at((values.length - 1) >> 1) + at(values.length >> 1)) / 2;
}
