import { command } from '../../../platform/handler/command.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { readTable } from '../people-import/read-table.ts';
import { keepFile } from '../store/people-imports.ts';

/** Keeps a file that the console has been sent, if it is a table. */
export const createPeopleImport = command(PeopleImportService.method.createPeopleImport, {
  async run(tx, { file }, { actor, now, newId }) {
    readTable(file);
    const id = newId();
    keepFile(tx, actor, { id, file, now });
    return { response: { id } };
  },
});
