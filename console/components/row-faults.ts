import { section } from './elements.ts';
import { type Html, html } from './html.ts';
import { t } from './language.ts';
import { type Column, table } from './table.ts';

/** A fault of a row of a file, as its preview shows it. */
interface RowFault {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

interface Faulty<F> {
  /** The first ones. */
  readonly faults: readonly F[];
  /** Of all. */
  readonly faultCount: number;
}

/**
 * The faults that keep a file from being imported.
 * @param sentence makes one of a fault's message
 * @param more columns beside the row, the column and the fault
 */
export function rowFaults<F extends RowFault>(
  { faults, faultCount }: Faulty<F>,
  sentence: (message: string) => string,
  more: readonly Column<F>[] = [],
): Html {
  const list = table<F>({
    label: t.parts.faultList,
    rows: faults,
    columns: [
      { head: t.parts.row, cell: ({ row }) => String(row) },
      { head: t.parts.column, cell: ({ column }) => html`<span class="mono">${column}</span>` },
      { head: t.parts.fault, kind: 'wrap', cell: ({ message }) => sentence(message) },
      ...more,
    ],
    empty: { title: '', text: '' },
  });
  const all =
    faultCount > faults.length ? t.parts.firstFaults(faults.length, faultCount) : t.parts.allFaults(faultCount);
  return section('faults', t.parts.faultList, list, html`<span class="muted small">${all}</span>`);
}
