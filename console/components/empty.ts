import { type Fragment, type Html, html } from './html.ts';

export interface Empty {
  /** What the empty list would contain. */
  readonly title: string;
  /** What would be here, and how it comes about. */
  readonly text: Fragment;
  readonly action?: Html;
}

/** Of a list whose filters are faulty. */
export const NOT_SEARCHED: Empty = { title: 'Nothing to show', text: 'Correct the filters above first.' };

/** The place of a list without entries. */
export function empty({ title, text, action }: Empty): Html {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`;
}
