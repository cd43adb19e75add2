import { control, type SelectField, type TextField } from './control.ts';
import { type Html, html } from './html.ts';
import { t } from './language.ts';
import { partial } from './pages.ts';
import { dayText } from './time.ts';

type Filter =
  | SelectField
  | (TextField & {
      /** An example of an input. */
      readonly placeholder?: string;
    });

interface Filters {
  /** The list's accessible name. */
  readonly label: string;
  /** The list's address, without query. */
  readonly path: string;
  readonly filters: readonly Filter[];
  /** Those that do not unfold the others when they are set: what they are set to stands beside the heading. */
  readonly given?: readonly string[];
  /** The page's query. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * The faults of the query, by the name of the filter. Such a page has the status 422, so that all of it is
   * shown.
   */
  readonly faults?: Readonly<Record<string, string>>;
}

/**
 * The filters of a list: they are in the address, so that a page can be kept and sent to others. With scripts only the
 * list is exchanged. In narrow windows they are folded unless one is set.
 */
export function filters({ label, path, filters: all, given = [], query, faults = {} }: Filters): Html {
  const isSet = all.some(({ name }) => (query[name] ?? '') !== '' && !given.includes(name));
  const chosen = all.filter(({ name }) => given.includes(name)).map((each) => wordsOf(each, query[each.name] ?? ''));
  const isOpen = isSet || Object.keys(faults).length > 0;
  return html`<form class="filters" role="search" aria-label="${label}" action="${path}" ${partial(path)}><details${isOpen && html` open`}><summary>${t.parts.filters}${chosen.length > 0 && html`<span class="muted">: ${chosen.filter((each) => each !== '').join(', ')}</span>`}</summary><div class="fields">${all.map(
    (each) => {
      const { kind, name, label: title } = each;
      const fault = faults[name];
      const placeholder = kind !== 'select' && each.placeholder;
      const attributes = html`${placeholder && html` placeholder="${placeholder}"`}${fault !== undefined && html` aria-describedby="${name}-fault" aria-invalid="true"`}`;
      return html`<div class="${kind === 'datetime-local' ? 'span' : ''}"><label for="${name}">${title}</label>${control(each, query[name] ?? '', attributes)}${fault !== undefined && html`<p class="error" id="${name}-fault">${fault}</p>`}</div>`;
    },
  )}<div class="actions"><button class="button primary">${t.parts.filter}</button><a class="button quiet" href="${path}">${t.parts.clear}</a></div></div></details></form>`;
}

/** What a filter is set to. */
function wordsOf(filter: Filter, value: string): string {
  if (filter.kind === 'date') return dayText(value);
  if (filter.kind !== 'select' || value === '') return value;
  return filter.options.find(([each]) => each === value)?.[1] ?? value;
}

/** A list that {@link filters} and {@link pages} exchange. */
export function filteredList(list: Html, next?: Html): Html {
  return html`<div class="section" id="list">${list}${next}</div>`;
}
