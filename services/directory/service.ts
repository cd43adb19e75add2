import { auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { PeopleImportService } from '../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { PersonService } from '../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { SearchService } from '../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { SyncedUserService, SyncGuardService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { UserGroupService } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { refusals } from './domain/refusals.ts';
import { allowArchiving } from './rpc/allow-archiving.ts';
import { batchGetCourseLayers } from './rpc/batch-get-course-layers.ts';
import { batchGetUserGroups } from './rpc/batch-get-user-groups.ts';
import { batchGetUsers } from './rpc/batch-get-users.ts';
import { batchResolveMembers } from './rpc/batch-resolve-members.ts';
import { checkUserCodeFormat } from './rpc/check-user-code-format.ts';
import { createPeopleImport } from './rpc/create-people-import.ts';
import { createSyncedUser } from './rpc/create-synced-user.ts';
import { createUser } from './rpc/create-user.ts';
import { getCourse } from './rpc/get-course.ts';
import { getInstitution } from './rpc/get-institution.ts';
import { getPerson } from './rpc/get-person.ts';
import { getSyncedUser } from './rpc/get-synced-user.ts';
import { getUser } from './rpc/get-user.ts';
import { getUserGroup } from './rpc/get-user-group.ts';
import { importInstitution } from './rpc/import-institution.ts';
import { importPeople } from './rpc/import-people.ts';
import { importRecords } from './rpc/import-records.ts';
import { listCourses } from './rpc/list-courses.ts';
import { listInstitutions } from './rpc/list-institutions.ts';
import { listPeople } from './rpc/list-people.ts';
import { listSyncGuards } from './rpc/list-sync-guards.ts';
import { listSyncedUsers } from './rpc/list-synced-users.ts';
import { listUserGroupIds } from './rpc/list-user-group-ids.ts';
import { listUserGroupMembers } from './rpc/list-user-group-members.ts';
import { listUserGroups } from './rpc/list-user-groups.ts';
import { listUsers } from './rpc/list-users.ts';
import { previewPeopleImport } from './rpc/preview-people-import.ts';
import { removeSyncedUser } from './rpc/remove-synced-user.ts';
import { replaceSyncedUser } from './rpc/replace-synced-user.ts';
import { resolveMember } from './rpc/resolve-member.ts';
import { searchCourses } from './rpc/search-courses.ts';
import { searchUsers } from './rpc/search-users.ts';
import { setInstitutionSettings } from './rpc/set-institution-settings.ts';
import { updateUser } from './rpc/update-user.ts';
import { directoryInvariants } from './store/invariants.ts';
import { removePeopleImports } from './store/people-imports.ts';
import { dropChangedSettings, settingsListener } from './store/settings-cache.ts';
import { GUARDED_MS, removeSyncGuards } from './store/sync-guards.ts';
import { directoryTables } from './store/tables.ts';

/** Institutions with their settings, users, user groups, and courses with their layers. */
export const directory: ServiceDefinition = {
  name: 'directory',
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: directoryTables,
  invariants: directoryInvariants,
  constraints: {
    users_email: refusals.USER_EMAIL_TAKEN,
    users_code: refusals.USER_CODE_TAKEN,
    users_external_id: refusals.USER_EXTERNAL_ID_TAKEN,
    user_group_members_user: 'REFERENCE_INVALID',
  },
  implementations: [
    implement(AuditService, { listAuditRecords: auditQuery(AuditService.method.listAuditRecords) }),
    implement(UserService, { createUser, getUser, updateUser, listUsers, batchGetUsers }),
    implement(SyncedUserService, {
      listSyncedUsers,
      getSyncedUser,
      createSyncedUser,
      replaceSyncedUser,
      removeSyncedUser,
    }),
    implement(SyncGuardService, { listSyncGuards, allowArchiving }),
    implement(PersonService, { listPeople, getPerson }),
    implement(PeopleImportService, { createPeopleImport, previewPeopleImport, importPeople }),
    implement(UserGroupService, {
      getUserGroup,
      listUserGroups,
      listUserGroupMembers,
      listUserGroupIds,
      batchGetUserGroups,
    }),
    implement(CourseService, { getCourse, listCourses, batchGetCourseLayers }),
    implement(SearchService, { searchUsers, searchCourses }),
    implement(MemberService, { resolveMember, batchResolveMembers }),
    implement(ImportService, { import: importRecords }),
    implement(InstitutionService, {
      listInstitutions,
      importInstitution,
      getInstitution,
      setInstitutionSettings,
      checkUserCodeFormat,
    }),
  ],
  consumers: [],
  expiries: [
    { remove: removePeopleImports, retentionMs: 0 },
    { remove: removeSyncGuards, retentionMs: GUARDED_MS },
  ],
  listeners: [settingsListener],
  onCommitted: dropChangedSettings,
};
