import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const userGroupsImporter: Importer<'userGroups'> = {
  section: 'userGroups',
  async send(groups, { call, ids }) {
    const records = groups.map(({ ref, name, members }) => ({
      ref,
      name,
      memberIds: members.map((member) => ids.get('users', member)),
    }));
    return (await call(ImportService.method.importUserGroups, { records })).records;
  },
  weigh: ({ members }) => 1 + members.length,
  names: { memberIds: 'members' },
};
