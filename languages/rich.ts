import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML that is safe to send. */
export type Html = HtmlEscapedString;

/** What a page may contain: texts and numbers are escaped, HTML stays as it is, and what is absent leaves no trace. */
export type Fragment = Html | string | number | null | undefined | false | readonly Fragment[];

/** A message with parts that are no text of its own, such as links, values in code, or times. */
export type Rich = readonly Fragment[];

/** Makes a message with parts in it: its own texts and the parts take turns. */
export function rich(texts: TemplateStringsArray, ...parts: readonly Fragment[]): Rich {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [[parts[index - 1]], text]));
}
