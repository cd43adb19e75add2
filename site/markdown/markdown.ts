import { Marked, Parser, Renderer, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../search/escape.ts';
import { WORDS, type Words } from '../words.ts';
import { asMarkdown } from './as-markdown.ts';
import { figureOf, type Highlight, withFigures } from './samples.ts';

/**
 * Assigns anchors to the headings of one page, the same as GitHub and editors generate, so that links work there as
 * well.
 */
export class Anchors {
  readonly #taken = new Set<string>();

  /** The anchor of the next heading; a duplicate gets a number at its end. */
  next(heading: string): string {
    const base = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; this.#taken.has(anchor); n++) anchor = `${base}-${n}`;
    this.#taken.add(anchor);
    return anchor;
  }
}

/** A heading and what is below it, up to the next heading. */
export interface Section {
  readonly anchor: string;
  readonly heading: string;
  /** 1 for the title of the page. */
  readonly depth: number;
  /** Its text, without markup. */
  readonly text: string;
}

/** A parsed page of Markdown. */
export interface Markdown {
  /** The page, or one of its sections without its heading and its first blocks, as HTML. */
  render(highlight: Highlight, section?: Part): string;
  /** The same as Markdown, with links to what is served as Markdown. */
  markdown(section?: Part): string;
  readonly sections: readonly Section[];
}

/** A section of a page without its heading and its first blocks. */
interface Part {
  readonly anchor: string;
  readonly without: number;
}

type AddressOf = (href: string) => string | undefined;

/**
 * Parses a page of Markdown. Every heading has an anchor. HTML in the text is escaped.
 * @param addressOf resolves a link or a picture of the text; a link that it does not resolve is shown as code
 * @param words those of its language
 */
export function readMarkdown(markdown: string, addressOf: AddressOf, words: Words = WORDS.en): Markdown {
  const tokens = marked.lexer(markdown).filter(({ type, raw }) => type !== 'html' || !raw.startsWith('<!--'));
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image')
      Object.assign(token, resolved(token as Tokens.Link, addressOf));
  });
  const sections = sectionsOf(tokens);
  return {
    sections,
    markdown: (section) => asMarkdown(section ? tokensOf(tokens, section) : tokens),
    render: (highlight, section) =>
      new Parser(markedWith(highlight, words).defaults).parse(
        withFigures(section ? tokensOf(tokens, section) : tokens, highlight, words),
      ),
  };
}

/** A line of Markdown as HTML. */
export function inlineHtml(line: string): string {
  return marked.parseInline(line, { async: false });
}

/**
 * A bare address is an example. A page that is named by its file has a name of its own here: `one-machine.md` is “One
 * machine”.
 */
function resolved({ raw, text, href: given }: Tokens.Link, addressOf: AddressOf): Partial<Tokens.Generic> {
  const href = raw === text ? undefined : addressOf(given);
  if (href === undefined) return { type: 'codespan' };
  const [, initial, rest] = /^(\w)([\w-]+)\.md$/.exec(text) ?? [];
  if (!initial || !rest) return { href };
  const name = `${initial.toUpperCase()}${rest.replaceAll('-', ' ')}`;
  return { href, tokens: [{ type: 'text', raw, text: name }] };
}

function tokensOf(tokens: readonly Token[], { anchor, without }: { anchor: string; without: number }): Token[] {
  const start = tokens.findIndex((token) => 'anchor' in token && token.anchor === anchor);
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex(({ type }) => type === 'heading');
  return rest
    .slice(0, end < 0 ? undefined : end)
    .filter(({ type }) => type !== 'space')
    .slice(without);
}

/** The sections of a page; sets the anchors of its headings. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const anchors = new Anchors();
  const starts = tokens.flatMap((token, index) => (token.type === 'heading' ? [index] : []));
  return starts.map((start, index) => {
    const { depth, ...token } = tokens[start] as Tokens.Heading;
    const heading = textOf([token]);
    const anchor = anchors.next(heading);
    Object.assign(tokens[start] as Token, { anchor });
    return { anchor, heading, depth, text: textOf(tokens.slice(start + 1, starts[index + 1])) };
  });
}

/** The text of tokens; blocks, items and cells are each followed by a space. */
function textOf(tokens: readonly Tokens.Generic[]): string {
  return tokens.map(plainTextOf).join('').replaceAll(/\s+/g, ' ').trim();
}

function plainTextOf(token: Tokens.Generic): string {
  switch (token.type) {
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map(({ tokens }) => `${textOf(tokens)} `)
        .join('');
    case 'list':
      return token.items.map(({ tokens }: Tokens.ListItem) => ` ${textOf(tokens)} `).join('');
    case 'space':
    case 'hr':
    case 'br':
      return ' ';
    case 'code':
      return `${token.text} `;
    default: {
      const plainText = token.tokens ? token.tokens.map(plainTextOf).join('') : String(token.text ?? '');
      return INLINE.has(token.type) ? plainText : `${plainText} `;
    }
  }
}

const INLINE = new Set(['text', 'strong', 'em', 'del', 'codespan', 'link', 'image', 'escape', 'html']);

const rendererIn = (words: Words): RendererObject => ({
  heading({ depth, tokens, anchor }: Tokens.Heading & { anchor?: string }) {
    const plainText = this.parser.parseInline(tokens);
    if (anchor === undefined) return `<h${depth}>${plainText}</h${depth}>\n`;
    const id = escapeHtml(anchor);
    const link = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="${words.toSection}">#</a>`;
    return `<h${depth} id="${id}">${plainText}${link}</h${depth}>\n`;
  },
  table(token) {
    return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
  },
  // A header must not be empty.
  tablecell(cell) {
    return Renderer.prototype.tablecell.call(this, { ...cell, header: cell.header && cell.text !== '' });
  },
  // A screenshot has another one beside it, for dark pages.
  image({ href, text }) {
    const image = `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`;
    const dark = href.replace(/\.png$/, '-dark.png');
    return `<span class="wide" tabindex="0">${dark === href ? image : `<picture class="framed"><source srcset="${escapeHtml(dark)}" media="(prefers-color-scheme: dark)">${image}</picture>`}</span>`;
  },
  html({ text }) {
    return escapeHtml(text);
  },
});

const marked = new Marked({ renderer: rendererIn(WORDS.en) });

/** The figures of a page are made before it is parsed: what they contain depends on their neighbours. */
function markedWith(highlight: Highlight, words: Words): Marked {
  return new Marked({
    renderer: { ...rendererIn(words), code: (code) => figureOf({ code, isOutput: false }, highlight, words) },
    extensions: [{ name: 'figures', renderer: ({ html }) => `${html}\n` }],
  });
}
