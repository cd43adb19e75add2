import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { type Field, form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { PATH } from './person-of.ts';

/** The box with which columns that cannot be imported are left out. */
export const IGNORE_UNKNOWN = 'ignoreUnknownColumns';

const FIELDS: readonly Field[] = [
  {
    kind: 'file',
    name: 'file',
    label: 'File',
    required: true,
    help: 'A CSV file with a header: email, firstName, lastName, name, code, archived (yes or no), groups (separated by |). At most 5,000 rows.',
  },
  { kind: 'check', name: IGNORE_UNKNOWN, label: 'Ignore unknown columns' },
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
      about: html`People are matched by email: new ones are added, existing ones changed. An empty cell changes nothing. You’ll see what the file would do first. <a href="${publicUrl}/docs/guides/people-from-a-spreadsheet">How to make the file</a>`,
    })}${form(state, { fields: FIELDS, submit: 'Preview', cancel: PATH })}`,
  }),
  async submit({ send, file, values }) {
    if (!file?.length) refuseFaults({ file: 'Choose a file that is not empty.' });
    const { id } = await send(PeopleImportService.method.createPeopleImport, { file: file ?? new Uint8Array() });
    return { to: previewPathOf(id, values[IGNORE_UNKNOWN] === '1') };
  },
});

/** The page that shows what a file would do. */
export function previewPathOf(id: string, ignoresUnknown = false): string {
  return `${PATH}/import/${id}${ignoresUnknown ? `?${IGNORE_UNKNOWN}=1` : ''}`;
}
