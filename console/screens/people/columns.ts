import {
  PeopleImportService,
  type PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { control } from '../../components/control.ts';
import { submitButton } from '../../components/elements.ts';
import { KEY } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Values } from '../../route/opened-form.ts';
import { screen } from '../../route/screen.ts';
import { ENCODING, IGNORE_UNKNOWN, previewPathOf } from './import.ts';
import { PATH } from './person-of.ts';

const UNKNOWN = 'unknown';

/** How the columns of a file are read, and the form that changes it for this file and later ones. */
export function columnsForm(
  id: string,
  { columns, unknownColumns }: PreviewPeopleImportResponse,
  { chosen, key, institutionName }: { readonly chosen: Values; readonly key: string; readonly institutionName: string },
): Html {
  const meanings = [...Object.entries(t.peopleImport.columns), ['', t.peopleImport.leaveOut] as const];
  const fields = columns.map(({ header, column }, at) => ({
    kind: 'select' as const,
    name: `column${at}`,
    label: header,
    value: column ?? UNKNOWN,
    options: column === undefined ? [[UNKNOWN, t.peopleImport.unknownColumn] as const, ...meanings] : meanings,
  }));
  const carried = {
    ...chosen,
    [KEY]: key,
    ...Object.fromEntries(columns.map(({ header }, at) => [`header${at}`, header])),
  };
  const read = columns.filter(({ column }) => column !== undefined && column !== '').length;
  return html`<details class="section"${unknownColumns.length > 0 && html` open`}><summary>${t.peopleImport.columnsRead(read, columns.length)}</summary>
<form class="form" method="post" action="${PATH}/import/${id}/columns">${Object.entries(carried).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${fields.map((each) => html`<div class="field"><label class="mono" for="${each.name}">${each.label}</label><div class="control">${control(each, each.value)}</div></div>`)}
<p class="muted small">${t.peopleImport.rememberedFor(institutionName)}</p>
<div class="form-foot">${submitButton(t.peopleImport.useColumns, 'plain')}</div></form></details>`;
}

/** Remembers how the columns of a file are read. */
export const rememberColumns = screen({
  path: '/people/import/{id}/columns',
  success: () => t.peopleImport.columnsRemembered,
  afterSignIn: `${PATH}/import`,
  async submit({ send, values, params: { id = '' } }) {
    const columns = Object.entries(values).flatMap(([name, header]) => {
      const column = values[name.replace('header', 'column')];
      return /^header\d+$/.test(name) && column !== undefined && column !== UNKNOWN ? [{ header, column }] : [];
    });
    await send(PeopleImportService.method.rememberPeopleColumns, { id, columns });
    return { to: previewPathOf(id, values[IGNORE_UNKNOWN] === '1', values[ENCODING]) };
  },
});
