import { type Html, html } from './html.ts';

/** What a state means to the reader: `plain` is neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A state in one word. */
export function badge(tone: Tone, word: string): Html {
  return html`<span class="badge ${tone}">${word}</span>`;
}

/** The status of an HTTP answer. */
export function statusBadge(status: number): Html {
  return badge(status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'plain' : 'good', String(status));
}
