import type { Token } from './sql-tokens.ts';

/** An INSERT, UPDATE, DELETE or MERGE within a statement. */
export interface SqlWrite {
  readonly verb: 'insert' | 'update' | 'delete' | 'merge';
  /** Where its verb stands among the tokens. */
  readonly at: number;
  /** The table that it changes, without its schema. */
  readonly table: string;
  /** The table as it is written, with its schema. */
  readonly written: string;
  /** Where the tokens go on behind the table's name. */
  readonly next: number;
}

/**
 * The writes of a statement that begins with SELECT, WITH, VALUES, INSERT, UPDATE, DELETE or MERGE; null where its tokens do not tell. Any other
 * statement may write whatever its words or its texts name: null, too.
 */
export function writesOf(tokens: readonly Token[]): SqlWrite[] | null {
  const [first] = tokens;
  if (first?.kind !== 'word' || !READABLE.has(first.value)) return null;
  const writes: SqlWrite[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || !isVerb(token.value) || belongsToOther(tokens, at)) continue;
    const write = readTarget(tokens, at, token.value);
    if (!write) return null;
    writes.push(write);
  }
  return writes;
}

const READABLE = new Set(['select', 'with', 'values', 'insert', 'update', 'delete', 'merge']);

/** What stands between a verb and the table. */
const BEFORE_TABLE = { insert: 'into', update: null, delete: 'from', merge: 'into' } as const;

function isVerb(word: string): word is SqlWrite['verb'] {
  return word in BEFORE_TABLE;
}

/**
 * FOR UPDATE, FOR NO KEY UPDATE; ON CONFLICT DO UPDATE and WHEN … THEN DELETE, whose table the INSERT or the MERGE names. All of these words are
 * reserved, so that no name can stand in their place, but for KEY.
 */
function belongsToOther(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at).map(({ kind, value }) => (kind === 'word' ? value : ''));
  return ['for', 'do', 'then'].includes(before.at(-1) ?? '') || before.join(' ') === 'for no key';
}

function readTarget(tokens: readonly Token[], verbAt: number, verb: SqlWrite['verb']): SqlWrite | null {
  const isWord = (at: number, word: string) => tokens[at]?.kind === 'word' && tokens[at].value === word;
  let at = verbAt + 1;
  const expected = BEFORE_TABLE[verb];
  if (expected !== null && !isWord(at++, expected)) return null;
  if (isWord(at, 'only')) at++;
  const begin = at;
  while (isName(tokens[at]) && tokens[at + 1]?.source === '.') at += 2;
  const name = tokens[at];
  if (!name || !isName(name)) return null;
  const parts = tokens.slice(begin, at + 1).map(({ source }) => source);
  return { verb, at: verbAt, table: name.value, written: parts.join(''), next: at + 1 };
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'quoted';
}
