import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const userGroupsImporter: Importer<'userGroups'> = {
  section: 'userGroups',
  service: ImportService,
  requests(groups, { ids }) {
    const records = groups.map(({ ref, name, members }) => ({
      ref,
      name,
      memberIds: members.map((member) => ids.get('users', member)),
    }));
    return [importRequest(ImportService.method.importUserGroups, { records })];
  },
  weigh: ({ members }) => 1 + members.length,
  names: { memberIds: 'members' },
};
