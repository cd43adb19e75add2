/** The Levenshtein distance of two texts, which takes time in proportion to the product of their lengths. */
export function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, target] of [...other].entries()) {
      const changed = (previous[column] ?? 0) + (letter === target ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

/** As many slips a mistyped name has at most. */
export const MAX_SLIPS = 2;
