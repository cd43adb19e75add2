import { html } from './html.ts';

/** The wordmark's drawing. */
export const mark = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M2 7.2 10 3l8 4.2V9H2zM3.5 10.5H6V15H3.5zM8.75 10.5h2.5V15h-2.5zM14 10.5h2.5V15H14zM2 16h16v1.8H2z"/></svg>`;
