import type { Fault } from '../fault.ts';

/** Imports and the command line. */
export const commandLine: readonly Fault[] = [
  {
    name: 'A dry run is written',
    file: 'platform/handler/import.ts',
    find: '      if (!request.dryRun) return',
    replace: '      if (request.steps.length > 0) return',
  },
  {
    name: 'A ref may be given twice in a batch',
    file: 'platform/data/import/check-records.ts',
    find: '  if (!first) {',
    replace: '  if (refs.size >= 0) {',
  },
  {
    name: 'Two imports of an institution may run at once',
    file: 'platform/data/import-lock.ts',
    find: 'pg_advisory_xact_lock(',
    replace: 'pg_advisory_xact_lock_shared(',
  },
  {
    name: 'An import does not remove members from groups',
    file: 'platform/data/import/write-plan.ts',
    find: '  if (gone.length > 0) tx.write(remove',
    replace: '  if (gone.length < 0) tx.write(remove',
  },
  {
    name: 'An import leaves an event of an unchanged record',
    file: 'platform/data/import/import-events.ts',
    find: "    if (change === 'none') return [];\n",
    replace: '',
  },
  {
    name: 'Everyone may read the file with a secret',
    file: 'cli/credentials.ts',
    find: '0o600',
    replace: '0o644',
  },
  {
    name: 'A file is overwritten by a secret',
    file: 'cli/credentials.ts',
    find: "open(path, 'wx', OWNER_ALONE)",
    replace: "open(path, 'w', OWNER_ALONE)",
  },
  {
    name: 'A command that has failed exits with 1 as if it had found something',
    file: 'cli/program.ts',
    find: 'const FAILED = 2;',
    replace: 'const FAILED = 1;',
  },
  {
    name: 'A check that finds something wrong exits with 0',
    file: 'cli/checks/finding.ts',
    find: '  if (!isWell) exitWith(SOMETHING_IS_WRONG);\n',
    replace: '',
  },
  {
    name: 'Untrusted text can move the cursor of a terminal',
    file: 'cli/terminal/printable.ts',
    find: '[\\p{Cc}\\u2028',
    replace: '[\\u2028',
  },
];
