import type { Fault } from '../fault.ts';

/** People from a spreadsheet: nothing that the preview has not shown. */
export const peopleImport: readonly Fault[] = [
  {
    name: 'The fault of a row does not keep a file from being imported',
    file: 'services/directory/people-import/plan-people.ts',
    find: 'state !== shown || faults.length > 0 ||',
    replace: 'state !== shown ||',
  },
  {
    name: 'An import does not look at what has changed since its preview',
    file: 'services/directory/people-import/plan-people.ts',
    find: 'state !== shown || faults.length > 0 ||',
    replace: 'faults.length > 0 ||',
  },
  {
    name: 'An empty cell clears what is stored',
    file: 'services/directory/people-import/read-people.ts',
    find: "if (cell(columnOf(field)) !== '') given.set(field, cell(columnOf(field)));",
    replace: "if (field !== 'name') given.set(field, (cell(columnOf(field)) || null) as string);",
  },
  {
    name: 'A file that is imported a second time is written a second time',
    file: 'services/directory/rpc/import-people.ts',
    find: 'if (isImported) return { response: {} };',
    replace: '',
  },
  {
    name: 'A file of somebody else’s session can be previewed',
    file: 'services/directory/store/people-imports.ts',
    find: 'AND session_id = ${$.sessionId} AND expires_at > ${$.at}`',
    replace: 'AND session_id IS NOT NULL AND ${$.sessionId}::uuid IS NOT NULL AND expires_at > ${$.at}`',
  },
  {
    name: 'Many people are archived without a question',
    file: 'services/directory/rpc/import-people.ts',
    find: 'if (!isConfirmed) await requireFew',
    replace: 'if (state === id) await requireFew',
  },
  {
    name: 'What is in files is encrypted with one key for all sessions',
    file: 'services/directory/people-import/kept-table.ts',
    find: 'return new KeyRing(`${KEY_ID}:${key}`);',
    replace: "return new KeyRing(`${KEY_ID}:${'A'.repeat(key.length)}`);",
  },
  {
    name: 'A file with people is read in one go',
    file: 'services/directory/people-import/read-table.ts',
    find: '    await yieldToEventLoop();\n',
    replace: '',
  },
  {
    name: 'A form that is sent again does not wait for the first one',
    file: 'console/route/sent-form.ts',
    find: "error.code === 'KEY_IN_FLIGHT'",
    replace: "error.code === 'KEY_REUSED'",
  },
];
