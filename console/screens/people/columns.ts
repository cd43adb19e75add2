import {
  PeopleImportService,
  type PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { submitButton } from '../../components/elements.ts';
import { field, KEY } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import type { Values } from '../../route/opened-form.ts';
import { screen } from '../../route/screen.ts';
import { ENCODING, IGNORE_UNKNOWN, previewPathOf } from './import.ts';
import { PATH } from './person-of.ts';

const UNKNOWN = 'unknown';
const MEANINGS: readonly (readonly [value: string, label: string])[] = [
  ...['email', 'firstName', 'lastName', 'name', 'code', 'archived', 'groups'].map((each) => [each, each] as const),
  ['', 'Leave out'],
];

/** How the columns of a file are read, and the form that changes it for this file and later ones. */
export function columnsForm(
  id: string,
  { columns, unknownColumns }: PreviewPeopleImportResponse,
  { chosen, key, institutionName }: { readonly chosen: Values; readonly key: string; readonly institutionName: string },
): Html {
  const fields = columns.map(({ header, column }, at) => ({
    kind: 'select' as const,
    name: `column${at}`,
    label: header,
    value: column ?? UNKNOWN,
    options: column === undefined ? [[UNKNOWN, 'Unknown: choose'] as const, ...MEANINGS] : MEANINGS,
  }));
  const carried = {
    ...chosen,
    [KEY]: key,
    ...Object.fromEntries(columns.map(({ header }, at) => [`header${at}`, header])),
  };
  const read = columns.filter(({ column }) => column !== undefined && column !== '').length;
  return html`<details class="section"${unknownColumns.length > 0 && html` open`}><summary>Columns: ${read} of ${columns.length} are read</summary>
<form class="form" method="post" action="${PATH}/import/${id}/columns">${Object.entries(carried).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${fields.map((each) => field({ values: {}, faults: {} }, each))}
<p class="muted small">Remembered for later files of ${institutionName}.</p>
<div class="form-foot">${submitButton('Use these columns', 'plain')}</div></form></details>`;
}

/** Remembers how the columns of a file are read. */
export const rememberColumns = screen({
  path: '/people/import/{id}/columns',
  success: () => 'The columns were remembered.',
  afterSignIn: `${PATH}/import`,
  async submit({ send, values, params: { id = '' } }) {
    const columns = Object.entries(values).flatMap(([name, header]) => {
      const column = values[name.replace('header', 'column')];
      return /^header\d+$/.test(name) && column !== undefined && column !== UNKNOWN ? [{ header, column }] : [];
    });
    await send(PeopleImportService.method.rememberPeopleColumns, { id, columns });
    return { to: previewPathOf(id, values[IGNORE_UNKNOWN.name] === '1', values[ENCODING.name]) };
  },
});
