import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML that is safe to send: only {@link html} makes it. */
export type Html = HtmlEscapedString;

/**
 * What a template may contain: texts and numbers are escaped, HTML stays as it is, and what is absent leaves no trace.
 */
export type Fragment = Html | string | number | null | undefined | false | readonly Fragment[];

/** Makes HTML of a template. Values in attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  // Without promises among the values, the result is none either.
  return template(strings, ...values) as Html;
}
