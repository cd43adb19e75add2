import type {
  PeopleImportFault,
  PeopleImportLetters,
  PeopleImportValue,
  PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { section, submitButton } from '../../components/elements.ts';
import { field } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { labelOf } from '../../components/labels.ts';
import { t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { rowFaults } from '../../components/row-faults.ts';
import { table } from '../../components/table.ts';
import type { Values } from '../../route/opened-form.ts';
import { ENCODING, encodingField, ignoreUnknownField, previewPathOf } from './import.ts';

/** Names the columns that are left out. */
export function ignoredColumns({ unknownColumns }: PreviewPeopleImportResponse): Html | false {
  const named = unknownColumns.slice(0, MAX_COLUMNS);
  const others = unknownColumns.length - named.length;
  const list = [...named, ...(others > 0 ? [t.peopleImport.more(others)] : [])];
  return list.length > 0 && html`<p class="muted">${t.peopleImport.ignoredColumns(list.join(', '))}</p>`;
}

/**
 * Shows the preview with or without unknown columns, or read in another encoding: changes nothing, and so is in the
 * address.
 */
export function readingForm(
  id: string,
  { unknownColumns, letters, encoding }: PreviewPeopleImportResponse,
  chosen: Values,
): Html | false {
  const fields = [
    ...(letters.length > 0 ? [encodingField()] : []),
    ...(unknownColumns.length > 0 ? [ignoreUnknownField()] : []),
  ];
  if (fields.length === 0) return false;
  const values = { ...chosen, [ENCODING]: chosen[ENCODING] || encoding };
  return html`<form class="form" action="${previewPathOf(id)}">${fields.map((each) => field({ values, faults: {} }, each))}
<div class="form-foot">${submitButton(t.peopleImport.showPreview, 'plain')}</div></form>`;
}

/** Shows the letters that an encoding can get wrong, as they will be stored. */
export function lettersOf({ letters, encoding }: PreviewPeopleImportResponse): Html | false {
  if (letters.length === 0) return false;
  const list = table<PeopleImportLetters>({
    label: t.peopleImport.letters,
    rows: letters,
    columns: [
      { head: t.parts.row, cell: ({ row }) => String(row) },
      { head: t.peopleImport.asStored, kind: 'wrap', cell: ({ values }) => values.map(wordsOf).join(', ') },
    ],
    empty: { title: '', text: '' },
  });
  const isOdd =
    encoding === 'windows-1252' && letters.some(({ values }) => values.some(({ value }) => OF_MACS.test(value)));
  const hint = isOdd ? t.peopleImport.lettersOfMacs : t.peopleImport.wrongLetters;
  return section('letters', t.peopleImport.checkLetters, list, html`<span class="muted small">${hint}</span>`);
}

function wordsOf({ name, value }: PeopleImportValue): string {
  return `${labelOf(name)} ${t.parts.quoted(value)}`;
}

/** The faults that keep a file from being imported. */
export function faultsOf(preview: PreviewPeopleImportResponse): Html {
  return rowFaults<PeopleImportFault>(preview, sentenceOf, [
    { head: t.peopleImport.value, kind: 'wrap', cell: ({ value }) => value },
    { head: t.words.person, kind: 'wrap', cell: ({ person }) => person },
  ]);
}

/** Letters of Mac Roman such as ä, é, ñ, ö and ü, read as Windows-1252, inside a word. */
const OF_MACS = /\p{L}[ŠŒŽŸ–—€…†‡§]\p{Ll}/u;
/** As many names as fit into a few lines. */
const MAX_COLUMNS = 20;
