import { readFileSync } from 'node:fs';

/** Sheets that the console has, too. */
const look = (...names: string[]) => names.map((name) => read(`../console/look/${name}.css`)).join('');
const own = (...names: string[]) => names.map((name) => read(`./styles/${name}.css`)).join('');

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** What the header needs on a page that has a style of its own. */
export const HEADER_STYLE = look('tokens', 'button') + own('header');

/** The style of all other pages. */
export const STYLE = look('tokens', 'base', 'navigation', 'button', 'code') + own('header', 'page', 'prose');
