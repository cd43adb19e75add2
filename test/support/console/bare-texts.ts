import { CLOSE, OPEN } from '../../../languages/pseudo.ts';

/**
 * The texts of a page in the pseudo-language that are no messages: what stands outside of brackets, is no data and has
 * letters. Data is what stands in code, is a date or a number, or is said to be in a language.
 * @param data what is data wherever it stands
 */
export function bareTextsIn(page: string, data: RegExp): string[] {
  const found: string[] = [];
  const elements: { readonly name: string; readonly isData: boolean }[] = [];
  let depth = 0;
  const outside = (text: string) => {
    let bare = '';
    for (const character of text) {
      if (character === OPEN) depth++;
      else if (character === CLOSE) depth--;
      else if (depth === 0) bare += character;
    }
    return bare;
  };
  const check = (text: string, where: string) => {
    const bare = outside(decoded(text)).replaceAll(data, ' ');
    if (/\p{L}{2}/u.test(bare)) found.push(`${where}: ${bare.trim()}`);
  };
  for (const [, end, name = '', attributes = '', text] of page.matchAll(TOKENS)) {
    const isData = elements.some((each) => each.isData);
    if (text !== undefined) {
      if (!isData) check(text, elements.at(-1)?.name ?? '');
    } else if (end) {
      if (VOID.has(name)) continue;
      while (elements.length > 0 && elements.pop()?.name !== name);
    } else {
      const own = !isData && name !== 'time' && !/ (lang|class="[^"]*\bmono\b)/.test(name === 'html' ? '' : attributes);
      const before = depth;
      if (own) for (const [, key, value = ''] of attributes.matchAll(SHOWN)) check(value, `${name} ${key}`);
      depth = before;
      if (!VOID.has(name)) elements.push({ name, isData: !own || DATA.has(name) });
    }
  }
  return found;
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, ' ');
}

/** Tags with their attributes, and texts: the console writes attributes with double quotes. */
const TOKENS = /<(\/?)([a-z][a-z\d]*)((?:\s+[\w:@-]+(?:="[^"]*"|='[^']*')?)*)\s*\/?>|([^<]+)|<![^>]*>/g;
/** Attributes that people read, see or hear. */
const SHOWN = / (title|placeholder|alt|aria-label|data-label|data-done|data-exists|data-none|data-failed)="([^"]*)"/g;
const VOID = new Set(['input', 'meta', 'link', 'br', 'hr', 'img', 'rect', 'path', 'line']);
const DATA = new Set(['code', 'pre', 'time', 'output', 'script', 'style', 'svg', 'kbd', 'textarea']);
