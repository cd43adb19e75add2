import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { guideLink } from '../../components/guides.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { PATH } from './person-of.ts';

/** The names of the fields that say how a file is read. */
export const ENCODING = 'encoding';
export const IGNORE_UNKNOWN = 'ignoreUnknownColumns';

/** The box with which columns that cannot be imported are left out. */
export function ignoreUnknownField(): Field {
  return { kind: 'check', name: IGNORE_UNKNOWN, label: t.peopleImport.ignoreUnknown };
}

/** The choice of the encoding, by names that services know. */
export function encodingField(): Field & { readonly kind: 'select' } {
  const { automatic, utf8, westernEuropean, centralEuropean } = t.peopleImport;
  return {
    kind: 'select',
    name: ENCODING,
    label: t.peopleImport.encoding,
    options: [
      ['', automatic],
      ['utf-8', utf8],
      ['windows-1252', westernEuropean('Windows-1252')],
      ['windows-1250', centralEuropean('Windows-1250')],
      ['iso-8859-2', centralEuropean('ISO 8859-2')],
    ],
  };
}

function fields(): readonly Field[] {
  const { file, aboutFile, aboutEncoding } = t.peopleImport;
  return [
    { kind: 'file', name: 'file', label: file, required: true, help: aboutFile },
    { ...encodingField(), help: aboutEncoding },
    ignoreUnknownField(),
  ];
}

/** Takes a file with people. Nothing is changed by it. */
export const importPeople = screen({
  path: '/people/import',
  hasFile: true,
  view: ({ publicUrl }, state) => ({
    title: t.peopleImport.title,
    isNarrow: true,
    body: html`${heading({
      title: t.peopleImport.title,
      parent: { href: PATH, title: t.frame.people },
      about: html`${t.peopleImport.about} <a ${guideLink(publicUrl, '/people-from-a-spreadsheet')}>${t.peopleImport.guide}</a>`,
    })}${form(state, { fields: fields(), submit: t.peopleImport.showPreview, cancel: PATH })}`,
  }),
  async submit({ send, file, values, fileKey }) {
    if (!file?.length) refuseFaults({ file: t.peopleImport.noFile });
    const encoding = values[ENCODING] ?? '';
    const sent = { file: file ?? new Uint8Array(), fileKey, encoding };
    const { id } = await send(PeopleImportService.method.createPeopleImport, sent);
    return { to: previewPathOf(id, values[IGNORE_UNKNOWN] === '1') };
  },
});

/** The page that previews a file. */
export function previewPathOf(id: string, ignoresUnknown = false, encoding = ''): string {
  const query = new URLSearchParams({
    ...(ignoresUnknown && { [IGNORE_UNKNOWN]: '1' }),
    ...(encoding !== '' && { [ENCODING]: encoding }),
  });
  return `${PATH}/import/${id}${query.size > 0 ? `?${query}` : ''}`;
}
