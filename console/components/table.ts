import { type Empty, empty, link } from './elements.ts';
import { type Fragment, type Html, html } from './html.ts';
import { t } from './language.ts';

/** A column; the first one names the row. */
export interface Column<R> {
  readonly head: string;
  /** `num` aligns right; `wrap` may take several lines. */
  readonly kind?: 'num' | 'wrap' | 'action';
  cell(row: R): Fragment;
}

interface Table<R> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  /** Where a row leads. */
  href?(row: R): string;
  /** The heading of the rows that have it in common, which follow each other. */
  group?(row: R): string;
  /** Shown in place of a table without rows. */
  readonly empty: Empty;
}

/**
 * A table that scrolls in itself and can be reached and scrolled with the keyboard. In narrow windows each row is a
 * block with its cells below each other, labelled by their columns.
 */
export function table<R>({ label, columns, rows, href, group, empty: nothing }: Table<R>): Html {
  if (rows.length === 0) return empty(nothing);
  const [first, ...others] = columns;
  if (!first) throw new Error(`the table ${label} has no column`);
  const bodies = Map.groupBy(rows, (row) => group?.(row) ?? '');
  return html`<div class="table" role="region" aria-label="${t.parts.table(label)}" tabindex="0"><table>
<caption class="hidden">${label}</caption>
<thead><tr>${columns.map(({ head, kind }) => html`<th scope="col"${kind && html` class="${kind}"`}>${kind === 'action' ? html`<span class="hidden">${head}</span>` : head}</th>`)}</tr></thead>
${[...bodies].map(
  ([title, ofGroup]) => html`<tbody>${
    title !== '' &&
    html`
<tr class="group"><th scope="rowgroup" colspan="${columns.length}">${title}</th></tr>`
  }${ofGroup.map(
    (row) => html`
<tr><th scope="row"${first.kind && html` class="${first.kind}"`}>${href ? link(href(row), first.cell(row), 'row-link') : first.cell(row)}</th>${others.map(
      ({ head, kind, cell }) =>
        html`<td${kind && html` class="${kind}"`}${kind !== 'action' && html` data-label="${head}"`}>${cell(row)}</td>`,
    )}</tr>`,
  )}
</tbody>`,
)}</table></div>`;
}
