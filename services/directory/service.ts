import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/directory/v1/archive_part_pb.ts';
import { ArchiveService } from '../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { ErasureService } from '../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { PeopleImportService } from '../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/directory/v1/person_part_pb.ts';
import { PersonService } from '../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { RetentionService } from '../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { SearchService } from '../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { SyncedUserService, SyncGuardService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { UserGroupService } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { WorkingTimeService } from '../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import { directoryVariables } from './config.ts';
import { refusals } from './domain/refusals.ts';
import { erasureWork } from './erasing/due-erasures.ts';
import { erasing } from './erasing/erasing.ts';
import { comingBack } from './events/coming-back.ts';
import { advanceArchive, downloadArchive, getArchive, keepArchiveChunk, requestArchive } from './rpc/archives.ts';
import { batchGetCourseLayers, getCourse, listCourses, searchCourses } from './rpc/courses.ts';
import { getErasure, listEndedErasures, planErasure, takeBackErasure } from './rpc/erasures.ts';
import { endHold, holdPerson } from './rpc/holds.ts';
import { importRecords } from './rpc/import-records.ts';
import {
  checkUserCodeFormat,
  getInstitution,
  importInstitution,
  listInstitutions,
  setInstitutionSettings,
} from './rpc/institutions.ts';
import { batchResolveMembers, resolveMember } from './rpc/members.ts';
import { getPerson, handOverPerson, listPeople } from './rpc/people.ts';
import { createPeopleImport, importPeople, previewPeopleImport, rememberPeopleColumns } from './rpc/people-import.ts';
import { getRetention, listHeldPeople, previewRetention, runRetention } from './rpc/retention.ts';
import { allowArchiving, listSyncGuards } from './rpc/sync-guards.ts';
import {
  createSyncedUser,
  getSyncedUser,
  listSyncedUsers,
  removeSyncedUser,
  replaceSyncedUser,
} from './rpc/synced-users.ts';
import {
  batchGetUserGroups,
  getUserGroup,
  listUserGroupIds,
  listUserGroupMemberIds,
  listUserGroupMembers,
  listUserGroups,
} from './rpc/user-groups.ts';
import { batchGetUsers, createUser, getUser, listUsers, searchUsers, updateUser } from './rpc/users.ts';
import { chooseRules, listRuleChoices, listWorkingTimeRules } from './rpc/working-time.ts';
import { removeArchives } from './store/archives.ts';
import { dropChangedSettings, settingsListener } from './store/institutions.ts';
import { directoryInvariants } from './store/invariants.ts';
import { removePeopleImports } from './store/people-imports.ts';
import { GUARDED_MS, removeSyncGuards } from './store/sync-guards.ts';
import { directoryTables } from './store/tables.ts';

/** Institutions with their settings, users, user groups, and courses with their layers. */
export const directory: ServiceDefinition = {
  name: 'directory',
  variables: directoryVariables,
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
    archivePart(ArchivePartService),
    personPart(PersonPartService, directoryTables),
    implement(ArchiveService, { requestArchive, getArchive, advanceArchive, keepArchiveChunk, downloadArchive }),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(UserService, { createUser, getUser, updateUser, listUsers, batchGetUsers }),
    implement(SyncedUserService, {
      listSyncedUsers,
      getSyncedUser,
      createSyncedUser,
      replaceSyncedUser,
      removeSyncedUser,
    }),
    implement(SyncGuardService, { listSyncGuards, allowArchiving }),
    implement(ErasureService, { planErasure, takeBackErasure, getErasure, listEndedErasures }),
    implement(PersonService, { listPeople, getPerson, handOverPerson, holdPerson, endHold }),
    implement(RetentionService, { previewRetention, runRetention, getRetention, listHeldPeople }),
    implement(PeopleImportService, { createPeopleImport, previewPeopleImport, rememberPeopleColumns, importPeople }),
    implement(UserGroupService, {
      getUserGroup,
      listUserGroups,
      listUserGroupMembers,
      listUserGroupIds,
      listUserGroupMemberIds,
      batchGetUserGroups,
    }),
    implement(CourseService, { getCourse, listCourses, batchGetCourseLayers }),
    implement(SearchService, { searchUsers, searchCourses }),
    implement(WorkingTimeService, { listWorkingTimeRules, listRuleChoices, chooseRules }),
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
  calls: ['activity', 'identity', 'timetracking'],
  consumers: [comingBack],
  work: erasureWork,
  erasing,
  expiries: [
    { remove: removePeopleImports, retentionMs: 0 },
    { remove: removeArchives, retentionMs: 0 },
    { remove: removeSyncGuards, retentionMs: GUARDED_MS },
  ],
  listeners: [settingsListener],
  onCommitted: dropChangedSettings,
};
