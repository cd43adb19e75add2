import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { guideLink } from '../../components/guides.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { PATH } from './person-of.ts';

/** The box with which columns that cannot be imported are left out. */
export const IGNORE_UNKNOWN: Field = { kind: 'check', name: 'ignoreUnknownColumns', label: 'Ignore unknown columns' };

/** The choice of the encoding, by names that services know. */
export const ENCODING: Field & { readonly kind: 'select' } = {
  kind: 'select',
  name: 'encoding',
  label: 'Encoding',
  options: [
    ['', 'Automatic'],
    ['utf-8', 'UTF-8'],
    ['windows-1252', 'Windows-1252 (Western European)'],
    ['windows-1250', 'Windows-1250 (Central European)'],
    ['iso-8859-2', 'ISO 8859-2 (Central European)'],
  ],
};

const FIELDS: readonly Field[] = [
  {
    kind: 'file',
    name: 'file',
    label: 'File',
    required: true,
    help: 'A CSV file with a header: email, firstName, lastName, name, code, archived (yes or no), groups (separated by |). At most 5,000 rows.',
  },
  { ...ENCODING, help: 'Change it if letters come out wrong in the preview.' },
  IGNORE_UNKNOWN,
];

/** Takes a file with people. Nothing is changed by it. */
export const importPeople = screen({
  path: '/people/import',
  hasFile: true,
  view: ({ publicUrl }, state) => ({
    title: 'Import people',
    isNarrow: true,
    body: html`${heading({
      title: 'Import people',
      parent: { href: PATH, title: 'People' },
      about: html`People are matched by email: new ones are added, existing ones changed. An empty cell changes nothing. You’ll see what the file would do first. <a ${guideLink(publicUrl, '/people-from-a-spreadsheet')}>How to make the file</a>`,
    })}${form(state, { fields: FIELDS, submit: 'Preview', cancel: PATH })}`,
  }),
  async submit({ send, file, values, fileKey }) {
    if (!file?.length) refuseFaults({ file: 'Choose a file that is not empty.' });
    const encoding = values[ENCODING.name] ?? '';
    const sent = { file: file ?? new Uint8Array(), fileKey, encoding };
    const { id } = await send(PeopleImportService.method.createPeopleImport, sent);
    return { to: previewPathOf(id, values[IGNORE_UNKNOWN.name] === '1') };
  },
});

/** The page that previews a file. */
export function previewPathOf(id: string, ignoresUnknown = false, encoding = ''): string {
  const query = new URLSearchParams({
    ...(ignoresUnknown && { [IGNORE_UNKNOWN.name]: '1' }),
    ...(encoding !== '' && { [ENCODING.name]: encoding }),
  });
  return `${PATH}/import/${id}${query.size > 0 ? `?${query}` : ''}`;
}
