import { countedIn } from '../../counted.ts';

const counted = countedIn('en');

/** The import of people: the file, its preview, what was done. */
export const peopleImport = {
  title: 'Import people',
  about:
    'People are matched by email: new ones are added, existing ones changed. An empty cell changes nothing. You’ll see what the file would do first.',
  guide: 'How to make the file',
  file: 'File',
  aboutFile:
    'A CSV file with a header: email, firstName, lastName, name, code, archived (yes or no), groups (separated by |). At most 5,000 rows.',
  noFile: 'Choose a file that is not empty.',
  encoding: 'Encoding',
  aboutEncoding: 'Change it if letters come out wrong in the preview.',
  automatic: 'Automatic',
  utf8: 'UTF-8',
  westernEuropean: (encoding: string) => `${encoding} (Western European)`,
  centralEuropean: (encoding: string) => `${encoding} (Central European)`,
  ignoreUnknown: 'Ignore unknown columns',
  showPreview: 'Preview',
  preview: 'Preview',
  aboutPreview: 'Nothing has been changed yet. The file is imported as a whole, or not at all.',
  hasFaults: 'The file has errors. Fix them in the spreadsheet and upload it again.',
  changedMeanwhile:
    'Nothing was imported, because some people or groups in the file have changed since the preview. Check the new preview below, then import again.',
  readUpTo: (row: number, unread: number) =>
    `Read up to row ${row}; ${counted(unread, { one: '# row was', other: '# rows were' })} not read.`,
  chooseAnother: 'Choose another file',
  act: 'Import',
  importAnother: 'Import another file',
  imported: 'Imported people',
  ignoredColumns: (names: string) => `Ignored columns: ${names}`,
  more: (count: number) => counted(count, { other: '# more' }),
  columnsRead: (read: number, all: number) => `Columns: ${read} of ${all} are read`,
  columns: {
    email: 'email',
    firstName: 'firstName',
    lastName: 'lastName',
    name: 'name',
    code: 'code',
    archived: 'archived',
    groups: 'groups',
  },
  leaveOut: 'Leave out',
  unknownColumn: 'Unknown: choose',
  rememberedFor: (institution: string) => `Remembered for later files of ${institution}.`,
  useColumns: 'Use these columns',
  columnsRemembered: 'The columns were remembered.',
  letters: 'Letters',
  asStored: 'As it will be stored',
  checkLetters: 'Check these letters',
  lettersOfMacs: 'They look like those of an old Mac program (Mac Roman): save the file as CSV UTF-8.',
  wrongLetters: 'If they are wrong, choose another encoding above.',
  value: 'Value',
  /** What happens to people, by the name that addresses have. */
  kinds: {
    added: {
      label: 'New',
      done: (count: number) => counted(count, { other: '# added' }),
      shown: (count: number) => `${count} shown, added`,
    },
    changed: {
      label: 'Changed',
      done: (count: number) => counted(count, { other: '# changed' }),
      shown: (count: number) => `${count} shown, changed`,
    },
    archived: {
      label: 'Archived',
      done: (count: number) => counted(count, { other: '# archived' }),
      shown: (count: number) => `${count} shown, archived`,
    },
    back: {
      label: 'Back',
      done: (count: number) => counted(count, { other: '# brought back' }),
      shown: (count: number) => `${count} shown, brought back`,
    },
    unchanged: {
      label: 'Unchanged',
      done: (count: number) => counted(count, { other: '# unchanged' }),
      shown: (count: number) => `${count} shown, unchanged`,
    },
  },
  shownChanged: (count: number) => `${count} shown, changed by the file`,
  nothingToDo: 'Everybody was as the file says already.',
  inTheFile: 'People in the file',
  what: 'What',
  administrator: 'Administrator',
  changes: 'Changes',
  nobody: 'Nobody',
  changesNobody: 'The file changes nobody.',
  chooseNumber: 'Choose another number above.',
  rolesUnknown: 'We can’t tell right now who of them is an administrator.',
  erased: 'Erased',
  archiveQuestion: (archived: number, active: number) => `Archive ${archived} of ${active} active people?`,
  archivesMany: (archived: number, active: number) =>
    `The file archives ${archived} people: more than a tenth of the ${active} who are active.`,
  archivedCannot:
    'They will no longer be able to clock in, be invited or sign in. Their records and appointments stay.',
};
