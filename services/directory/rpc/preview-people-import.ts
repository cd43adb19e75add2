import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { changesSince } from '../people-import/changes-since.ts';
import { planPeople } from '../people-import/plan-people.ts';
import { findFile } from '../store/people-imports.ts';
import { findPeopleByEmail } from '../store/people-in-file.ts';

/** What the import of a file would do now. */
export const previewPeopleImport = query(
  PeopleImportService.method.previewPeopleImport,
  async (db, { id, options, since }, { actor, now, runtime }) => {
    const { file, isImported } = await findFile(db, actor, { id, now });
    if (isImported) return { isImported };
    const plan = await planPeople(db, file, present(options, 'options'), {
      actor,
      findPeople: (emailKeys) => findPeopleByEmail(db, actor, emailKeys),
      newId: () => runtime.ids.newId(),
    });
    const { counts, faults, hasUnknownColumns, state, seen, archivedAdministrators } = plan;
    const changes = since === undefined || since === state ? [] : await changesSince(db, actor, since, seen);
    return {
      ...{ ...counts, hasUnknownColumns, state, archivedAdministrators: [...archivedAdministrators] },
      ...{ faults: faults.slice(0, MAX_FAULTS), faultCount: faults.length },
      ...{ changes: changes.slice(0, MAX_CHANGES), changeCount: changes.length },
    };
  },
);

const MAX_FAULTS = 100;
const MAX_CHANGES = 10;
