import { html as template } from 'hono/html';
import type { Fragment, Html } from '../../languages/rich.ts';

export type { Fragment, Html };

/** Makes HTML of a template. Values in attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  // Without promises among the values, the result is none either.
  return template(strings, ...values) as Html;
}
