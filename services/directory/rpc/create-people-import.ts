import { command } from '../../../platform/handler/command.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { sealTable } from '../people-import/kept-table.ts';
import { readTable } from '../people-import/read-table.ts';
import { keepFile } from '../store/people-imports.ts';

/** Keeps what is in a file that the console has been sent, if it is a table. */
export const createPeopleImport = command(PeopleImportService.method.createPeopleImport, {
  prepare: async ({ file, encoding }) => readTable(file, encoding),
  async run(tx, { fileKey }, { actor, now, newId, prepared: table }) {
    const id = newId();
    keepFile(tx, actor, { id, file: sealTable(table, fileKey, id), now });
    return { response: { id } };
  },
});
