/** What stands for an expression within a template. */
export const HOLE = '\u0001';

/**
 * Every changed form of an SQL text, each with one change: a comparison includes its boundary or no longer does, a
 * condition always holds, an order is reversed, a limit is greater by one, a lock is not taken.
 */
export function* changesOfSql(sql: string): Generator<string> {
  if (!SQL.test(sql)) return;
  for (const [pattern, replacement] of WORDS)
    for (const { index, 0: found } of sql.matchAll(pattern))
      yield sql.slice(0, index) +
        found.replace(new RegExp(pattern.source), replacement) +
        sql.slice(index + found.length);
  for (const { index, 0: found } of sql.matchAll(/\bLIMIT (\d+)/g))
    yield `${sql.slice(0, index)}LIMIT ${Number(found.slice('LIMIT '.length)) + 1}${sql.slice(index + found.length)}`;
  yield* withConditionsDropped(sql);
}

/** Words that only SQL writes like this. */
const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND|ORDER BY|LIMIT)\b/;

const WORDS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ <> /g, ' = '],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bLEFT JOIN\b/g, 'JOIN'],
  [/ DESC\b/g, ' ASC'],
  [/ FOR (NO KEY )?UPDATE\b/g, ''],
  [/\bSELECT DISTINCT\b(?! ON)/g, 'SELECT'],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
];

/** The parameters stay where they are: the server would refuse a statement that leaves one out. */
function* withConditionsDropped(sql: string): Generator<string> {
  for (const { index, 0: word } of sql.matchAll(/\b(WHERE|AND|ON)\s/g)) {
    if (/\bBETWEEN\s+\S+\s+$/.test(sql.slice(0, index)) || /\bDISTINCT\s+$/.test(sql.slice(0, index))) continue;
    const start = index + word.length;
    const end = endOfCondition(sql, start);
    const condition = sql.slice(start, end).trimEnd();
    if (!/[=<>]|\b(IN|IS|EXISTS|LIKE|ANY)\b/.test(condition)) continue;
    yield `${sql.slice(0, start)}(${condition} OR TRUE)${sql.slice(start + condition.length)}`;
  }
}

/** Where the condition that begins at `start` ends: at the next word of its level that is no part of it. */
function endOfCondition(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth < 0) return at;
    if (depth === 0 && END.test(sql.slice(at, at + LONGEST_END))) return at;
  }
  return sql.length;
}

const END =
  /^(\s(AND|OR|WHERE|GROUP|ORDER|LIMIT|RETURNING|FOR|UNION|ON|JOIN|LEFT|CROSS|THEN|ELSE|WHEN|END|WINDOW|HAVING|OFFSET|SET)\b|;|,)/;
const LONGEST_END = 12;
