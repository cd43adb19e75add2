import { auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { CalendarFeedService } from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { KeptFormService } from '../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { OpenIdService } from '../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { OperatorService } from '../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { PasskeyService } from '../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { ProblemMailService } from '../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { identityProcessVariables } from './config.ts';
import { refusals } from './domain/refusals.ts';
import { archiving } from './events/archiving.ts';
import { registerIdentityMetrics } from './metrics.ts';
import { problemMailWork } from './problem-mail/mail-worker.ts';
import { activateIntegration } from './rpc/activate-integration.ts';
import { addAdministrator } from './rpc/add-administrator.ts';
import { authenticateCalendarFeed } from './rpc/authenticate-calendar-feed.ts';
import { authenticateIntegration } from './rpc/authenticate-integration.ts';
import { authenticateOperator } from './rpc/authenticate-operator.ts';
import { authenticateSession } from './rpc/authenticate-session.ts';
import { beginArchiving } from './rpc/begin-archiving.ts';
import { beginOpenIdSignIn } from './rpc/begin-openid-sign-in.ts';
import { beginPasskeyRegistration } from './rpc/begin-passkey-registration.ts';
import { beginPasskeySignIn } from './rpc/begin-passkey-sign-in.ts';
import { cancelArchiving } from './rpc/cancel-archiving.ts';
import { checkUnsubscribeLink } from './rpc/check-unsubscribe-link.ts';
import { createCalendarFeed } from './rpc/create-calendar-feed.ts';
import { createIntegration } from './rpc/create-integration.ts';
import { createSignInLink } from './rpc/create-sign-in-link.ts';
import { deactivateIntegration } from './rpc/deactivate-integration.ts';
import { dropKeptForm } from './rpc/drop-kept-form.ts';
import { endOldSecret } from './rpc/end-old-secret.ts';
import { endSessions } from './rpc/end-sessions.ts';
import { findKeptForm } from './rpc/find-kept-form.ts';
import { finishOpenIdSignIn } from './rpc/finish-openid-sign-in.ts';
import { finishPasskeyRegistration } from './rpc/finish-passkey-registration.ts';
import { finishPasskeySignIn } from './rpc/finish-passkey-sign-in.ts';
import { getCalendarFeed } from './rpc/get-calendar-feed.ts';
import { getIntegration } from './rpc/get-integration.ts';
import { getOpenIdProvider } from './rpc/get-openid-provider.ts';
import { getOwnIntegration } from './rpc/get-own-integration.ts';
import { getProblemMail } from './rpc/get-problem-mail.ts';
import { getSignInLink } from './rpc/get-sign-in-link.ts';
import { keepForm } from './rpc/keep-form.ts';
import { listAdministrators } from './rpc/list-administrators.ts';
import { listCalendarFeedReads } from './rpc/list-calendar-feed-reads.ts';
import { listCalendarFeeds } from './rpc/list-calendar-feeds.ts';
import { listIntegrations } from './rpc/list-integrations.ts';
import { listPasskeys } from './rpc/list-passkeys.ts';
import { listSessions } from './rpc/list-sessions.ts';
import { noteCalendarFeedRead } from './rpc/note-calendar-feed-read.ts';
import { removeAdministrator } from './rpc/remove-administrator.ts';
import { removeOpenIdProvider } from './rpc/remove-openid-provider.ts';
import { removePasskey } from './rpc/remove-passkey.ts';
import { renameIntegration } from './rpc/rename-integration.ts';
import { renamePasskey } from './rpc/rename-passkey.ts';
import { resolveCalendarFeed } from './rpc/resolve-calendar-feed.ts';
import { revokeCalendarFeed } from './rpc/revoke-calendar-feed.ts';
import { rotateIntegrationSecret } from './rpc/rotate-integration-secret.ts';
import { setOpenIdProvider } from './rpc/set-openid-provider.ts';
import { signInWithLink } from './rpc/sign-in-with-link.ts';
import { startProblemMail } from './rpc/start-problem-mail.ts';
import { stopProblemMail } from './rpc/stop-problem-mail.ts';
import { tryOpenIdProvider } from './rpc/try-openid-provider.ts';
import { unsubscribeWithLink } from './rpc/unsubscribe-with-link.ts';
import { removeArchivings } from './store/archivings.ts';
import { removeKeptForms } from './store/kept-forms.ts';
import { removeChallenges } from './store/passkey-challenges.ts';
import { removeProblemMails } from './store/problem-mails.ts';
import { removeSessions } from './store/sessions.ts';
import { removeSignInLinks } from './store/sign-in-links.ts';
import { identityTables } from './store/tables.ts';

/**
 * Who may do what: integrations with their secrets, administrators with their sign-in, operators, the tokens of
 * calendar feeds, and the keys that sign who a caller is.
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
    implement(AuditService, { listAuditRecords: auditQuery(AuditService.method.listAuditRecords) }),
    implement(OperatorService, { authenticateOperator }),
    implement(AdministratorService, {
      addAdministrator,
      listAdministrators,
      beginArchiving,
      cancelArchiving,
      removeAdministrator,
      createSignInLink,
    }),
    implement(SessionService, { getSignInLink, signInWithLink, authenticateSession, listSessions, endSessions }),
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
    }),
  ],
  calls: ['directory', 'locations', 'webhooks', 'activity'],
  consumers: [archiving],
  work: (runtime) => problemMailWork(runtime),
  registerMetrics: registerIdentityMetrics,
  expiries: [
    { remove: removeSignInLinks, retentionMs: 0 },
    { remove: removeSessions, retentionMs: 0 },
    { remove: removeKeptForms, retentionMs: 0 },
    { remove: removeChallenges, retentionMs: 0 },
    { remove: removeArchivings, retentionMs: 0 },
    { remove: removeProblemMails, retentionMs: 0 },
  ],
};
