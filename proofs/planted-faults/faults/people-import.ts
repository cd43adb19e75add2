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
    find: "(cell(name) === '' ? [] : [[name, cell(name)]])",
    replace: "(cell(name) !== '' ? [[name, cell(name)]] : name === 'name' ? [] : [[name, null]])",
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
];
