import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import type { BackgroundWork } from '../../platform/process/service-options.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/identity/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { AuditStreamService } from '../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { CalendarFeedService } from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { KeptFormService } from '../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { OpenIdService } from '../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { OperatorService } from '../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { PasskeyService } from '../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/identity/v1/person_part_pb.ts';
import { ProblemMailService } from '../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { AuditStreamWorker } from './audit-stream/worker.ts';
import { identityProcessVariables } from './config.ts';
import { refusals } from './domain/refusals.ts';
import { erasing } from './erasing/erasing.ts';
import { archiving } from './events/archiving.ts';
import { registerIdentityMetrics } from './metrics.ts';
import { problemMailWork } from './problem-mail/mail-worker.ts';
import { listAdministratorNotices } from './rpc/administrator-notices.ts';
import {
  addAdministrator,
  createSignInLink,
  listAdministrators,
  listOwners,
  removeAdministrator,
  setAdministratorRoles,
  setOwnExcelLanguage,
  setOwnLanguage,
} from './rpc/administrators.ts';
import { beginArchiving, cancelArchiving, checkErasure, checkProtection } from './rpc/archivings.ts';
import { getAuditStream, removeAuditStream, resumeAuditStream, setAuditStream } from './rpc/audit-stream.ts';
import { authenticateOperator } from './rpc/authenticate-operator.ts';
import {
  authenticateCalendarFeed,
  createCalendarFeed,
  getCalendarFeed,
  listCalendarFeedReads,
  listCalendarFeeds,
  noteCalendarFeedRead,
  resolveCalendarFeed,
  revokeCalendarFeed,
} from './rpc/calendar-feeds.ts';
import {
  activateIntegration,
  authenticateIntegration,
  changeIntegrationAccess,
  createIntegration,
  deactivateIntegration,
  endOldSecret,
  getIntegration,
  getOwnIntegration,
  listIntegrations,
  renameIntegration,
  rotateIntegrationSecret,
} from './rpc/integrations.ts';
import { dropKeptForm, findKeptForm, keepForm } from './rpc/kept-forms.ts';
import {
  getOpenIdProvider,
  removeOpenIdProvider,
  setOpenIdProvider,
  tryOpenIdProvider,
} from './rpc/openid-provider.ts';
import { beginOpenIdSignIn, finishOpenIdSignIn } from './rpc/openid-sign-in.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './rpc/passkeys.ts';
import {
  checkUnsubscribeLink,
  getProblemMail,
  startProblemMail,
  stopProblemMail,
  unsubscribeWithLink,
} from './rpc/problem-mail.ts';
import {
  authenticateSession,
  endSessions,
  getSignInLanguage,
  getSignInLink,
  listSessions,
  signInWithLink,
} from './rpc/sessions.ts';
import { removeNotices } from './store/administrator-notices.ts';
import { removeArchivings } from './store/archivings.ts';
import { removeKeptForms } from './store/kept-forms.ts';
import { removeChallenges } from './store/passkeys.ts';
import { removeProblemMails, sendingUnderWay } from './store/problem-mails.ts';
import { endAllSessions, removeSessions, removeSignInLinks } from './store/sessions.ts';
import { identityTables } from './store/tables.ts';

/**
 * Authentication and its records: integrations with their secrets, administrators with their sign-in, operators, the
 * tokens of calendar feeds, and the keys that sign who a caller is.
 */
export const identity: ServiceDefinition = {
  name: 'identity',
  issuesIdentities: true,
  variables: identityProcessVariables,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: identityTables,
  constraints: {
    administrator_counts_at_most: refusals.ADMINISTRATORS_EXHAUSTED,
    calendar_feed_counts_at_most: refusals.CALENDAR_FEEDS_EXHAUSTED,
    passkeys_credential: refusals.PASSKEY_REJECTED,
  },
  implementations: [
    archivePart(ArchivePartService),
    personPart(PersonPartService, identityTables),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(AuditStreamService, { setAuditStream, getAuditStream, resumeAuditStream, removeAuditStream }),
    implement(OperatorService, { authenticateOperator }),
    implement(AdministratorService, {
      addAdministrator,
      listAdministrators,
      listOwners,
      listAdministratorNotices,
      setAdministratorRoles,
      setOwnExcelLanguage,
      setOwnLanguage,
      beginArchiving,
      cancelArchiving,
      checkErasure,
      checkProtection,
      removeAdministrator,
      createSignInLink,
    }),
    implement(SessionService, {
      getSignInLink,
      getSignInLanguage,
      signInWithLink,
      authenticateSession,
      listSessions,
      endSessions,
    }),
    implement(KeptFormService, { keepForm, findKeptForm, dropKeptForm }),
    implement(ProblemMailService, {
      getProblemMail,
      startProblemMail,
      stopProblemMail,
      checkUnsubscribeLink,
      unsubscribeWithLink,
    }),
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
      changeIntegrationAccess,
    }),
  ],
  calls: ['directory', 'locations', 'scheduling', 'curricula', 'timetracking', 'webhooks', 'activity'],
  consumers: [archiving],
  work: (runtime) => together(new AuditStreamWorker(runtime), problemMailWork(runtime)),
  underWay: { what: 'emails and batches of the audit on their way', count: sendingUnderWay },
  endsWithClosing: endAllSessions,
  erasing,
  registerMetrics: registerIdentityMetrics,
  expiries: [
    { remove: removeSignInLinks, retentionMs: 0 },
    { remove: removeSessions, retentionMs: 0 },
    { remove: removeKeptForms, retentionMs: 0 },
    { remove: removeChallenges, retentionMs: 0 },
    { remove: removeArchivings, retentionMs: 0 },
    { remove: removeNotices, retentionMs: 0 },
    { remove: removeProblemMails, retentionMs: 0 },
  ],
};

function together(first: BackgroundWork, second: BackgroundWork | undefined): BackgroundWork {
  return {
    start() {
      first.start();
      second?.start();
    },
    async stop() {
      await Promise.all([first.stop(), second?.stop()]);
    },
  };
}
