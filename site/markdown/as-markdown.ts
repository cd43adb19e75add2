import type { Token, Tokens } from 'marked';

/**
 * Tokens of a page as Markdown again, where its links lead to what is served: one that leads nowhere is code, as on the
 * page. Comments and definitions, which no reader of the page sees, are left out.
 */
export function asMarkdown(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type !== 'def' && type !== 'space')
    .map((token) => markdownOf(token).trimEnd())
    .join('\n\n');
}

function markdownOf(token: Token): string {
  if (LINK_START.test(token.raw) && (token.type === 'link' || token.type === 'image' || token.type === 'codespan'))
    return linkOf(token as Tokens.Link);
  let written = '';
  let rest = token.raw;
  for (const part of partsOf(token)) {
    const found = placeOf(part.raw, rest);
    if (!found) continue;
    written += rest.slice(0, found.at) + markdownOf(part);
    rest = rest.slice(found.at + found.length);
  }
  return written + rest;
}

/** Where a part is in what it is a part of, whose lines may be indented further. */
function placeOf(part: string, whole: string): { readonly at: number; readonly length: number } | undefined {
  const at = whole.indexOf(part);
  if (at >= 0) return { at, length: part.length };
  const indented = part
    .split(/\s+/)
    .map((word) => RegExp.escape(word))
    .join('\\s+');
  const found = new RegExp(indented).exec(whole);
  return found ? { at: found.index, length: found[0].length } : undefined;
}

function linkOf(token: Tokens.Link): string {
  if (token.type === ('codespan' as string)) return `\`${token.text.replaceAll('`', '')}\``;
  // A page that is named by its file has a name that the source does not.
  const named = token.tokens?.map((part) => (part.raw === token.raw ? (part as Tokens.Text).text : markdownOf(part)));
  const text = named?.join('') ?? token.text;
  const mark = token.type === ('image' as string) ? '!' : '';
  return `${mark}[${text}](${markdownAddress(token.href)})`;
}

/** The address of a page as Markdown, with its anchor; other addresses stay as they are. */
export function markdownAddress(href: string): string {
  return href.replace(PAGE, '$1.md');
}

/** Pages of text: the manuals and those of the errors. Pictures and downloads have an extension. */
const PAGE = /^(\/docs\/(?:(?:de\/)?guides|operate|develop)(?:\/[\w-]+)?|\/errors(?:\/\w+)?)(?![\w.-])/;
const LINK_START = /^!?\[|^<?https?:/;

function partsOf(token: Tokens.Generic): readonly Token[] {
  if (token.type === 'table')
    return [token.header, ...token.rows].flat().flatMap(({ tokens }: Tokens.TableCell) => tokens);
  if (token.type === 'list') return token.items;
  return token.tokens ?? [];
}
