import type { Fault } from '../fault.ts';

/** The rules of curricula and programs. */
export const curricula: readonly Fault[] = [
  {
    name: 'A pathway does not get the last possible position',
    file: 'services/curricula/domain/create-pathway.ts',
    find: 'next <= MAX_POSITION',
    replace: 'next < MAX_POSITION',
  },
  {
    name: 'A new pathway leaves the revision of its version',
    file: 'services/curricula/store/pathways.ts',
    find: '  tx.write(REVISE_VERSION, { institutionId, id: pathway.curriculumVersionId, revision: newId(), at });\n',
    replace: '',
  },
  {
    name: 'The first version of a program ignores the name that was given',
    file: 'services/curricula/domain/create-program.ts',
    find: 'name: request.initialVersionName ?? given.name,',
    replace: 'name: given.name,',
  },
  {
    name: 'A version renamed to its own name gets a new revision',
    file: 'services/curricula/domain/rename-program-version.ts',
    find: 'return next.name === version.name ? version : {',
    replace: 'return {',
  },
  {
    name: 'Units without appointments are counted',
    file: 'services/curricula/domain/unit-amount.ts',
    find: '    if (!requiresAppointments) continue;\n',
    replace: '',
  },
  {
    name: 'Two versions of a bundle may be the default',
    file: 'bundle/format/check-records.ts',
    find: 'for (const [index] of defaults.slice(1))',
    replace: 'for (const [index] of defaults.slice(2))',
  },
];
