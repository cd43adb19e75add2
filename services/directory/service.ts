import { auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { CalendarFeedService } from '../../proto/gen/lyceum/directory/v1/calendar_feed_pb.ts';
import { CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { OpenIdService } from '../../proto/gen/lyceum/directory/v1/openid_pb.ts';
import { OperatorService } from '../../proto/gen/lyceum/directory/v1/operator_pb.ts';
import { PasskeyService } from '../../proto/gen/lyceum/directory/v1/passkey_pb.ts';
import { SearchService } from '../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { UserGroupService } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { directoryProcessVariables } from './config.ts';
import { refusals } from './domain/refusals.ts';
import { activateIntegration } from './rpc/activate-integration.ts';
import { addAdministrator } from './rpc/add-administrator.ts';
import { authenticateCalendarFeed } from './rpc/authenticate-calendar-feed.ts';
import { authenticateIntegration } from './rpc/authenticate-integration.ts';
import { authenticateOperator } from './rpc/authenticate-operator.ts';
import { authenticateSession } from './rpc/authenticate-session.ts';
import { batchGetCourseLayers } from './rpc/batch-get-course-layers.ts';
import { batchGetUserGroups } from './rpc/batch-get-user-groups.ts';
import { batchGetUsers } from './rpc/batch-get-users.ts';
import { batchResolveMembers } from './rpc/batch-resolve-members.ts';
import { beginOpenIdSignIn } from './rpc/begin-openid-sign-in.ts';
import { beginPasskeyRegistration } from './rpc/begin-passkey-registration.ts';
import { beginPasskeySignIn } from './rpc/begin-passkey-sign-in.ts';
import { checkUserCodeFormat } from './rpc/check-user-code-format.ts';
import { createCalendarFeed } from './rpc/create-calendar-feed.ts';
import { createIntegration } from './rpc/create-integration.ts';
import { createSignInLink } from './rpc/create-sign-in-link.ts';
import { createUser } from './rpc/create-user.ts';
import { deactivateIntegration } from './rpc/deactivate-integration.ts';
import { endOldSecret } from './rpc/end-old-secret.ts';
import { endSessions } from './rpc/end-sessions.ts';
import { finishOpenIdSignIn } from './rpc/finish-openid-sign-in.ts';
import { finishPasskeyRegistration } from './rpc/finish-passkey-registration.ts';
import { finishPasskeySignIn } from './rpc/finish-passkey-sign-in.ts';
import { getCalendarFeed } from './rpc/get-calendar-feed.ts';
import { getCourse } from './rpc/get-course.ts';
import { getInstitutionSettings } from './rpc/get-institution-settings.ts';
import { getIntegration } from './rpc/get-integration.ts';
import { getOpenIdProvider } from './rpc/get-openid-provider.ts';
import { getOwnIntegration } from './rpc/get-own-integration.ts';
import { getSignInLink } from './rpc/get-sign-in-link.ts';
import { getUser } from './rpc/get-user.ts';
import { importInstitution } from './rpc/import-institution.ts';
import { importRecords } from './rpc/import-records.ts';
import { listAdministrators } from './rpc/list-administrators.ts';
import { listCalendarFeedReads } from './rpc/list-calendar-feed-reads.ts';
import { listCalendarFeeds } from './rpc/list-calendar-feeds.ts';
import { listCourses } from './rpc/list-courses.ts';
import { listInstitutions } from './rpc/list-institutions.ts';
import { listIntegrations } from './rpc/list-integrations.ts';
import { listPasskeys } from './rpc/list-passkeys.ts';
import { listSessions } from './rpc/list-sessions.ts';
import { listUsers } from './rpc/list-users.ts';
import { noteCalendarFeedRead } from './rpc/note-calendar-feed-read.ts';
import { removeAdministrator } from './rpc/remove-administrator.ts';
import { removeOpenIdProvider } from './rpc/remove-openid-provider.ts';
import { removePasskey } from './rpc/remove-passkey.ts';
import { renameIntegration } from './rpc/rename-integration.ts';
import { renamePasskey } from './rpc/rename-passkey.ts';
import { resolveCalendarFeed } from './rpc/resolve-calendar-feed.ts';
import { resolveMember } from './rpc/resolve-member.ts';
import { revokeCalendarFeed } from './rpc/revoke-calendar-feed.ts';
import { rotateIntegrationSecret } from './rpc/rotate-integration-secret.ts';
import { searchCourses } from './rpc/search-courses.ts';
import { searchUsers } from './rpc/search-users.ts';
import { setInstitutionSettings } from './rpc/set-institution-settings.ts';
import { setOpenIdProvider } from './rpc/set-openid-provider.ts';
import { signInWithLink } from './rpc/sign-in-with-link.ts';
import { tryOpenIdProvider } from './rpc/try-openid-provider.ts';
import { updateUser } from './rpc/update-user.ts';
import { removeChallenges } from './store/passkey-challenges.ts';
import { removeSessions } from './store/sessions.ts';
import { dropChangedSettings, settingsListener } from './store/settings-cache.ts';
import { removeSignInLinks } from './store/sign-in-links.ts';
import { directoryTables } from './store/tables.ts';

/**
 * Institutions with settings, integrations, administrators, calendar feeds, users, user groups, courses with layers.
 */
export const directory: ServiceDefinition = {
  name: 'directory',
  issuesIdentities: true,
  variables: directoryProcessVariables,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: directoryTables,
  constraints: {
    users_email: refusals.USER_EMAIL_TAKEN,
    users_code: refusals.USER_CODE_TAKEN,
    administrator_counts_at_most: refusals.ADMINISTRATORS_EXHAUSTED,
    calendar_feed_counts_at_most: refusals.CALENDAR_FEEDS_EXHAUSTED,
    passkeys_credential: refusals.PASSKEY_REJECTED,
    integrations_created_by: 'REFERENCE_INVALID',
    user_group_members_user: 'REFERENCE_INVALID',
  },
  implementations: [
    implement(AuditService, { listAuditRecords: auditQuery(AuditService.method.listAuditRecords) }),
    implement(OperatorService, { authenticateOperator }),
    implement(UserService, { createUser, getUser, updateUser, listUsers, batchGetUsers }),
    implement(UserGroupService, { batchGetUserGroups }),
    implement(CourseService, { getCourse, listCourses, batchGetCourseLayers }),
    implement(SearchService, { searchUsers, searchCourses }),
    implement(MemberService, { resolveMember, batchResolveMembers }),
    implement(ImportService, { import: importRecords }),
    implement(InstitutionService, {
      listInstitutions,
      importInstitution,
      getInstitutionSettings,
      setInstitutionSettings,
      checkUserCodeFormat,
    }),
    implement(AdministratorService, { addAdministrator, listAdministrators, removeAdministrator, createSignInLink }),
    implement(SessionService, { getSignInLink, signInWithLink, authenticateSession, listSessions, endSessions }),
    implement(PasskeyService, {
      beginPasskeyRegistration,
      finishPasskeyRegistration,
      listPasskeys,
      renamePasskey,
      removePasskey,
      beginPasskeySignIn,
      finishPasskeySignIn,
    }),
    implement(OpenIdService, {
      setOpenIdProvider,
      getOpenIdProvider,
      removeOpenIdProvider,
      tryOpenIdProvider,
      beginOpenIdSignIn,
      finishOpenIdSignIn,
    }),
    implement(CalendarFeedService, {
      authenticateCalendarFeed,
      resolveCalendarFeed,
      createCalendarFeed,
      getCalendarFeed,
      listCalendarFeeds,
      listCalendarFeedReads,
      noteCalendarFeedRead,
      revokeCalendarFeed,
    }),
    implement(IntegrationService, {
      authenticateIntegration,
      createIntegration,
      listIntegrations,
      getIntegration,
      getOwnIntegration,
      rotateIntegrationSecret,
      endOldSecret,
      deactivateIntegration,
      activateIntegration,
      renameIntegration,
    }),
  ],
  consumers: [],
  expiries: [
    { remove: removeSignInLinks, retentionMs: 0 },
    { remove: removeSessions, retentionMs: 0 },
    { remove: removeChallenges, retentionMs: 0 },
  ],
  listeners: [settingsListener],
  onCommitted: dropChangedSettings,
};
