import { code } from './code.ts';
import { type Fragment, type Html, html } from './html.ts';

interface Secret {
  readonly title: string;
  /** What Lyceum keeps of it; by default a hash. */
  readonly about?: Fragment;
  /** The values to copy by their names, such as “Client secret”. */
  readonly values: readonly (readonly [name: string, value: string])[];
  /** A command that uses them. */
  readonly example?: string;
  readonly next?: Fragment;
}

/** Credentials that are shown this once. */
export function secret({ title, about = HASHED, values, example, next }: Secret): Html {
  return html`<section class="secret" aria-labelledby="secret"><div><h2 id="secret">${title}</h2><p class="muted">You won’t be able to see it again. ${about}</p></div>
${values.map(
  ([name, value], index) =>
    html`<div class="copy"><span id="value-${index}">${name}</span><div><output aria-labelledby="value-${index}" data-copied="${index}">${value}</output><button class="button" type="button" data-copy="${index}" hidden>Copy<span class="hidden"> ${name}</span></button></div></div>`,
)}${example !== undefined && code('Try it', example, 'example')}${next}</section>`;
}

const HASHED = 'Lyceum stores only a hash of it.';
