import { link } from './elements.ts';
import { type Fragment, type Html, html } from './html.ts';
import { numberText, t } from './language.ts';

/** A number in a strip, the words after it, and the list of what it counts. */
export interface Counted {
  readonly value: Fragment;
  readonly words: Fragment;
  readonly href?: string;
  /** Whether somebody has to do something about it. */
  readonly isToDo?: boolean;
}

/** Numbers in a line, each with its list. @param id by which a list that is exchanged brings its own strip along */
export function strip(all: readonly Counted[], id?: string): Html {
  return html`<ul class="strip"${id !== undefined && html` id="${id}"`}>${all.map(({ value, words, href, isToDo }) => {
    const shown = html`<b>${value}</b> ${words}`;
    return html`<li${isToDo && html` class="warn"`}>${href === undefined ? shown : link(href, shown)}</li>`;
  })}</ul>`;
}

/** A number of records, of which none is counted further than a limit. */
export function countText(count: number): string {
  return count >= MOST_COUNTED ? t.parts.orMore(numberText(MOST_COUNTED)) : numberText(count);
}

const MOST_COUNTED = 10_000;
