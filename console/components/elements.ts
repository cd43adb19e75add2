import { type Fragment, type Html, html } from './html.ts';
import { language, t } from './language.ts';
import { mayOpen, maySend } from './viewer.ts';

/** The wordmark's drawing. */
export const mark = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M2 7.2 10 3l8 4.2V9H2zM3.5 10.5H6V15H3.5zM8.75 10.5h2.5V15h-2.5zM14 10.5h2.5V15H14zM2 16h16v1.8H2z"/></svg>`;

/** How the reader should take a state: `plain` is neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A text that stays English on every page: data, or what a service says in no other language. */
export function english(text: string): Fragment {
  return language().tag === 'en' ? text : html`<span lang="en">${text}</span>`;
}

/** A state in one word. */
export function badge(tone: Tone, word: string): Html {
  return html`<span class="badge ${tone}">${word}</span>`;
}

/** The status of an HTTP answer. */
export function statusBadge(status: number): Html {
  return badge(status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'plain' : 'good', String(status));
}

/** `primary` at most once on a page; `danger` for actions that destroy or lock out. */
type Look = 'primary' | 'primary wide' | 'wide' | 'danger' | 'quiet' | 'plain';

/** A link to a page: its text alone for whoever may not open the page. */
export function link(href: string, text: Fragment, kind?: string): Html {
  return mayOpen(href) ? html`<a${kind && html` class="${kind}"`} href="${href}">${text}</a>` : html`${text}`;
}

/** The names of several, as a sentence has them: “Ada, Ben or Chi”. */
export function inWords(names: readonly string[], between: 'and' | 'or'): string {
  return language().lists[between].format(names);
}

/**
 * A link that looks like a button: leads to a page. Nothing for whoever may not open the page.
 * @param of completes the name for people who do not see the row it is in
 */
export function linkButton(href: string, label: string, look: Look = 'plain', of?: string): Html {
  if (!mayOpen(href)) return html``;
  return html`<a class="button ${look}" href="${href}">${label}${of && html`<span class="hidden"> ${of}</span>`}</a>`;
}

/** The button of a form. */
export function submitButton(label: Fragment, look: Look = 'primary', of?: Fragment): Html {
  return html`<button class="button ${look}">${label}${of && html`<span class="hidden"> ${of}</span>`}</button>`;
}

/** A button of its own that does something at once. Nothing for whoever may not do it. */
export function postButton(action: string, label: string, look: Look = 'plain', of?: Fragment): Html {
  if (!maySend(action)) return html``;
  return html`<form method="post" action="${action}">${submitButton(label, look, of)}</form>`;
}

/** Copies what `data-copied` names so; only the script shows it. @param of what is copied, for people who hear it */
function copyButton(copied: string, of: string, look: string): Html {
  return html`<button class="${look}" type="button" data-copy="${copied}" data-done="${t.parts.copied}" hidden>${t.parts.copy}<span class="hidden"> ${of}</span></button>`;
}

/** Code with a label and a copy button, which only the script shows. @param id unique on the page */
export function code(label: string, text: string, id: string): Html {
  return html`<figure class="code"><figcaption><span>${label}</span>${copyButton(id, label, 'button quiet')}</figcaption><pre tabindex="0"><code data-copied="${id}">${text}</code></pre></figure>`;
}

/**
 * An id with a copy button, which only the script shows.
 * @param label the name of the value, for people who hear the button
 * @param href where it leads
 */
export function copyable(label: string, id: string, href?: string): Html {
  const shown = href === undefined ? id : link(href, id);
  return html`<span class="copyable"><span data-copied="id ${id}"><span class="mono">${shown}</span></span>${copyButton(`id ${id}`, label, 'button quiet')}</span>`;
}

export interface Empty {
  /** The title of the empty list: its missing contents. */
  readonly title: string;
  /** The records that would be here, and how they come about. */
  readonly text: Fragment;
  readonly action?: Html;
}

/** Of a list whose filters are faulty. */
export function notSearched(): Empty {
  return { title: t.parts.notSearched, text: t.parts.correctFilters };
}

/** The place of a list without entries. */
export function empty({ title, text, action }: Empty): Html {
  return html`<div class="empty"><h2 data-said>${title}</h2><p>${text}</p>${action}</div>`;
}

/** Names and values; those without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: Fragment])[]): Html {
  return html`<dl class="facts">${entries
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Ids and the like, behind a word: for whoever looks for them. */
export function details(entries: Parameters<typeof facts>[0]): Html {
  return html`<details class="section"><summary>${t.parts.details}</summary>${facts(entries)}</details>`;
}

/** A number that says how things are. */
export interface Figure {
  readonly name: string;
  readonly value: Fragment;
  /** A unit, or the share of the whole. */
  readonly unit?: Fragment;
  /** The list of the counted records. */
  readonly href?: string;
}

/** Numbers beside each other. */
export function figures(all: readonly Figure[]): Html {
  return html`<dl class="figures">${all.map(({ name, value, unit, href }) => {
    const shown = html`${value}${unit && html` <small>${unit}</small>`}`;
    return html`<div><dt>${name}</dt><dd>${href === undefined ? shown : link(href, shown)}</dd></div>`;
  })}</dl>`;
}

interface Heading {
  readonly title: Fragment;
  /** One sentence, or the state of the record. */
  readonly about?: Fragment;
  /** The page above it. */
  readonly parent?: { readonly href: string; readonly title: Fragment };
  /** Links and buttons; one `primary` at most. */
  readonly actions?: Fragment;
}

/** The head of a page. */
export function heading({ title, about, parent, actions }: Heading): Html {
  return html`<header class="page-head"><div>${
    parent && html`<p class="crumbs">${link(parent.href, parent.title)}</p>`
  }<h1>${title}</h1>${about && html`<p>${about}</p>`}</div>${actions && html`<div class="actions">${actions}</div>`}</header>`;
}

/** A part of a page with a heading of its own. */
export function section(id: string, title: string, body: Fragment, aside?: Fragment): Html {
  return html`<section class="section" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2>${aside}</div>${body}</section>`;
}

/** Says that something has been done. */
export function message(text: string): Html {
  return html`<p class="message" role="status">${text}</p>`;
}

/** A remark about one field, or about the whole form. */
export interface Remark {
  /** The field's name; absent for a remark about the whole. */
  readonly id?: string;
  readonly label?: string;
  readonly text: Fragment;
}

/** A summary of faults above a form, with links to the fields. */
export function faultSummary(title: string, remarks: readonly Remark[]): Html {
  return html`<div class="message bad" role="alert" tabindex="-1" autofocus><div><b>${title}</b>${
    remarks.length > 0 &&
    html`<ul>${remarks.map(({ id, label, text }) => html`<li>${label !== undefined && html`${id === undefined ? label : html`<a href="#${id}">${label}</a>`}: `}${text}</li>`)}</ul>`
  }</div></div>`;
}

interface Secret {
  readonly title: string;
  /** How Lyceum stores it; by default as a hash. */
  readonly about?: Fragment;
  /** The values to copy by their names, such as “Client secret”. */
  readonly values: readonly (readonly [name: string, value: string])[];
  /** A command that uses them. */
  readonly example?: string;
  readonly next?: Fragment;
}

/** Credentials that are shown this once. */
export function secret({ title, about = t.parts.storedAsHash, values, example, next }: Secret): Html {
  return html`<section class="secret" aria-labelledby="secret"><div><h2 id="secret">${title}</h2><p class="muted">${t.parts.shownOnce} ${about}</p></div>
${values.map(
  ([name, value], index) =>
    html`<div class="copy"><span id="value-${index}">${name}</span><div><output aria-labelledby="value-${index}" data-copied="${index}">${value}</output>${copyButton(String(index), name, 'button')}</div></div>`,
)}${example !== undefined && code(t.parts.tryIt, example, 'example')}${next}</section>`;
}

/** Values that a page shows, each labelled by its name. @param id unique on the page */
export function shownValues(id: string, values: readonly (readonly [name: string, value: Fragment])[]): Html {
  return html`<dl class="facts">${values.map(
    ([name, value], index) =>
      html`<dt id="${id}-${index}">${name}</dt><dd><output aria-labelledby="${id}-${index}">${value}</output></dd>`,
  )}</dl>`;
}
