import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { shortened } from '../domain/people-import.ts';
import { openTable } from '../people-import/kept-table.ts';
import { planPeople } from '../people-import/plan-people.ts';
import { lettersIn } from '../people-import/read-people.ts';
import { findFile } from '../store/people-imports.ts';
import { findPeopleByEmail } from '../store/people-in-file.ts';

/** What the import of a file would do now. */
export const previewPeopleImport = query(
  PeopleImportService.method.previewPeopleImport,
  async (db, { id, options: given }, { actor, now, runtime }) => {
    const options = present(given, 'options');
    const { file, isImported } = await findFile(db, actor, { id, now });
    if (isImported) return { isImported };
    const table = openTable(file, options.fileKey, id);
    const plan = await planPeople(db, table, options, {
      actor,
      findPeople: (emailKeys) => findPeopleByEmail(db, actor, emailKeys),
      newId: () => runtime.ids.newId(),
    });
    const { counts, faults, read, state, archivedAdministrators } = plan;
    const told = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, ...plan.cellOf(fault) }));
    return {
      ...{
        ...counts,
        state,
        archivedAdministrators: [...archivedAdministrators],
        encoding: read.encoding,
        letters: lettersIn(read.people).map(lettersOf),
      },
      ...{ unknownColumns: read.unknownColumns, hasUnknownColumns: read.unknownColumns.length > 0 },
      ...(table.broken && { brokenRow: table.broken.row, unreadRows: table.broken.unread }),
      ...{ faults: told, faultCount: faults.length },
    };
  },
);

function lettersOf({ row, cells }: ReturnType<typeof lettersIn>[number]) {
  return { row, values: [...cells].map(([name, text]) => ({ name, value: shortened(text) })) };
}

const MAX_FAULTS = 100;
