import { control, type SelectField, type TextField } from './control.ts';
import { type Html, html } from './html.ts';

type Filter =
  | SelectField
  | (TextField & {
      /** What may be typed, by example. */
      readonly placeholder?: string;
    });

interface Filters {
  /** The list's accessible name. */
  readonly label: string;
  /** The list's address, without query. */
  readonly path: string;
  readonly filters: readonly Filter[];
  /** The page's query. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * What is wrong with the query, by the name of the filter. Such a page has the status 422, so that all of it is
   * shown.
   */
  readonly faults?: Readonly<Record<string, string>>;
}

/**
 * The filters of a list: they are in the address, so that a page can be kept and sent to others. With scripts only the
 * list is exchanged.
 */
export function filters({ label, path, filters: all, query, faults = {} }: Filters): Html {
  return html`<form class="filters" role="search" aria-label="${label}" action="${path}" ${partial(path)}>${all.map(
    (each) => {
      const { kind, name, label: title } = each;
      const fault = faults[name];
      const placeholder = kind !== 'select' && each.placeholder;
      const attributes = html`${placeholder && html` placeholder="${placeholder}"`}${fault !== undefined && html` aria-describedby="${name}-fault" aria-invalid="true"`}`;
      return html`<div class="${kind === 'datetime-local' ? 'span' : ''}"><label for="${name}">${title}</label>${fault !== undefined && html`<p class="error" id="${name}-fault">${fault}</p>`}${control(each, query[name] ?? '', attributes)}</div>`;
    },
  )}<div class="actions"><button class="button primary">Filter</button><a class="button quiet" href="${path}">Clear</a></div></form>`;
}

/** A list that {@link filters} and {@link pages} exchange. */
export function filteredList(list: Html, next?: Html): Html {
  return html`<div class="section" id="list">${list}${next}</div>`;
}

interface Pages {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Where the next page begins; absent on the last one. */
  readonly cursor?: string | undefined;
  /** What is shown: “10 shown, newest first”. */
  readonly summary: string;
}

/** The way to the next page of a list. */
export function pages({ path, query, cursor, summary }: Pages): Html {
  const { cursor: current, ...filters } = query;
  const next = cursor === undefined ? undefined : `${path}?${new URLSearchParams({ ...filters, cursor })}`;
  const first = current === undefined ? undefined : `${path}?${new URLSearchParams(filters)}`;
  return html`<nav class="pages" aria-label="Pages"><span>${summary}</span><span class="actions">${
    first && html`<a class="button" href="${first}" ${partial(first)}>First page</a>`
  }${next && html`<a class="button" id="next-page" href="${next}" ${partial(next)}>Next page</a>`}</span></nav>`;
}

function partial(address: string): Html {
  return html`hx-get="${address}" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true"`;
}
