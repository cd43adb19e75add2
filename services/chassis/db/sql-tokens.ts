/** A token of a statement. White space and comments are none. */
export interface Token {
  /** A keyword or a plain identifier; a quoted identifier; a text; a parameter; any other sign or number. */
  readonly kind: 'word' | 'quoted' | 'text' | 'parameter' | 'sign';
  /** What it means: words in lower case, identifiers and texts without their quotes. */
  readonly value: string;
  /** What is written. */
  readonly source: string;
}

/**
 * Reads a statement as PostgreSQL's scanner does (standard_conforming_strings on). Throws for what it cannot read: quotes and comments that do not
 * end, and identifiers with Unicode escapes (`U&"…"`).
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + lengthOfBlockComment(text, at);
    if (end > at) {
      at = end;
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`cannot read the statement from ${JSON.stringify(text.slice(at, at + 20))} on`);
    const [source] = match;
    at += source.length;
    const token = toToken(source, match.groups ?? {});
    if (token) tokens.push(token);
  }
  return tokens;
}

const TOKEN = new RegExp(
  [
    String.raw`\s+|--[^\n\r]*`,
    String.raw`(?<text>[eE]'(?:[^'\\]|\\[^]|'')*'|(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*')`,
    String.raw`(?<dollar>\$(?<tag>(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?)\$[^]*?\$\k<tag>\$)`,
    String.raw`(?<parameter>\$\d+)`,
    `(?<quoted>"(?:[^"]|"")+")`,
    String.raw`(?<word>(?![uU]&")[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*)`,
    String.raw`(?<sign>\d[\w.]*|(?![uU]&")[^'"$])`,
  ].join('|'),
  'y',
);

function toToken(source: string, groups: Readonly<Record<string, string | undefined>>): Token | null {
  if (groups.word !== undefined) return { kind: 'word', value: source.toLowerCase(), source };
  if (groups.quoted !== undefined) return { kind: 'quoted', value: source.slice(1, -1).replaceAll('""', '"'), source };
  if (groups.text !== undefined || groups.dollar !== undefined) return { kind: 'text', value: source, source };
  if (groups.parameter !== undefined) return { kind: 'parameter', value: source.slice(1), source };
  return groups.sign === undefined ? null : { kind: 'sign', value: source, source };
}

/** Of the block comment that begins there, comments within it included; 0 where none does. */
function lengthOfBlockComment(text: string, begin: number): number {
  if (!text.startsWith('/*', begin)) return 0;
  let depth = 0;
  for (const { 0: mark, index } of text.slice(begin).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return index + 2;
  }
  throw new Error('a comment of the statement does not end');
}
