import type { Fault } from '../fault.ts';

/** Imports and the command line. */
export const commandLine: readonly Fault[] = [
  {
    name: 'A dry run is written',
    file: 'bundle/engine/import-command.ts',
    find: '      if (!request.dryRun) return',
    replace: '      if (request.steps.length > 0) return',
  },
  {
    name: 'A ref may be given twice in a batch',
    file: 'bundle/format/check-records.ts',
    find: '  if (!first) {',
    replace: '  if (refs.size >= 0) {',
  },
  {
    name: 'Two imports of an institution may run at once',
    file: 'bundle/engine/import-lock.ts',
    find: 'pg_advisory_xact_lock(',
    replace: 'pg_advisory_xact_lock_shared(',
  },
  {
    name: 'An import does not remove members from groups',
    file: 'bundle/engine/write-plan.ts',
    find: '  if (gone.length > 0) tx.write(remove',
    replace: '  if (gone.length < 0) tx.write(remove',
  },
  {
    name: 'An import leaves an event of an unchanged record',
    file: 'bundle/engine/import-events.ts',
    find: "    if (change === 'none') return [];\n",
    replace: '',
  },
  {
    name: 'An import resets settings that its bundle does not name',
    file: 'services/directory/rpc/import-institution.ts',
    find: 'changeSettings(stored ?? defaultSettings,',
    replace: 'changeSettings(defaultSettings,',
  },
  {
    name: 'An import resets fields that its bundle does not name: it brings archived users back, and clears their codes',
    file: 'bundle/engine/columns-of-records.ts',
    find: 'before ? { ...before }',
    replace: 'before ? { ...before, ...empty, ref: record.ref }',
  },
  {
    name: 'An import empties lists that its bundle does not name',
    file: 'bundle/engine/read-rows.ts',
    find: '(record[field] === undefined ? [] : [String(record.ref)])',
    replace: '[String(record.ref)]',
  },
  {
    name: 'An import does not clear what its bundle says is null',
    file: 'bundle/engine/columns-of-records.ts',
    find: 'if (record[field] !== undefined) values',
    replace: 'if (record[field] !== undefined && record[field] !== null) values',
  },
  {
    name: 'An import does not look whether requirements lead back over what is stored',
    file: 'bundle/engine/import-command.ts',
    find: '    for (const find of cycles) refuseFaults(await find());\n',
    replace: '',
  },
  {
    name: 'An import ends when it meets a row that another transaction holds',
    file: 'cli/import/import-bundle.ts',
    find: "if (error.code === 'DEADLINE_EXCEEDED' && monotonicMs() - begun < WAITS_MS) continue;",
    replace: '',
  },
  {
    name: 'An import that a service cannot finish ends as if its bundle were wrong',
    file: 'cli/commands/import.ts',
    find: 'const COULD_NOT_FINISH = 1;',
    replace: 'const COULD_NOT_FINISH = 2;',
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
  {
    name: 'The doctor takes whoever is at a port for Lyceum',
    file: 'cli/doctor/ports.ts',
    find: '.catch(() => false)',
    replace: '.catch(() => true)',
  },
  {
    name: 'A demo whose first start was interrupted has lessons twice',
    file: 'cli/demo/fill-demo.ts',
    find: 'if (taken.has(slot(roomId, appointment.dateTime))) continue;',
    replace: '',
  },
  {
    name: 'An agent confirms what no longer holds',
    file: 'cli/mcp/plans.ts',
    find: '|| !saysTheSame(plan.tried, again.tried)',
    replace: '',
  },
  {
    name: 'A plan is confirmed although somebody else has booked its room',
    file: 'cli/mcp/made-up.ts',
    find: '    isDeepStrictEqual(one.overlaps, other.overlaps) &&\n',
    replace: '',
  },
  {
    name: 'A plan whose answer was lost is tried again before it is repeated',
    file: 'cli/mcp/plans.ts',
    find: 'plan.sentAt = Math.max(again.tried.at, again.current?.at ?? 0);',
    replace: '',
  },
];
