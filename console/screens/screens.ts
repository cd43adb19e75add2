import { type AdmittedScreen, forEverybody, forRoles } from '../route/audience.ts';
import { account, endAllSessions, endSession } from './account/account.ts';
import { setLanguage } from './account/language.ts';
import { registrationOptions, removePasskey, renamePasskey } from './account/passkeys.ts';
import { setProblemMail } from './account/problem-mail.ts';
import { administrators, newSignInLink, removeAdministrator } from './administrators/administrators.ts';
import { setOpenId, switchOffOpenId } from './administrators/openid-provider.ts';
import { tryOpenId, tryOpenIdSignIn } from './administrators/openid-section.ts';
import { changeRoles } from './administrators/roles.ts';
import { audit } from './audit/audit.ts';
import { removeAuditStream, resumeAuditStream, setAuditStream } from './audit-stream/changes.ts';
import { auditStream } from './audit-stream/show.ts';
import { createCalendarFeed, findTarget } from './calendar-feeds/create.ts';
import { calendarFeeds, revokeCalendarFeed } from './calendar-feeds/list.ts';
import { allowArchiving, directorySyncs, endToken } from './directory-sync/list.ts';
import { events } from './events/list.ts';
import { event } from './events/show.ts';
import { acknowledgeFinding, acknowledgeWeek, reopenFinding } from './findings/acknowledge.ts';
import { exportFindings } from './findings/export.ts';
import { findings } from './findings/list.ts';
import { changeAccess } from './integrations/access.ts';
import { deactivateIntegration, reactivateIntegration, renameIntegration, renameSync } from './integrations/changes.ts';
import { createIntegration } from './integrations/create.ts';
import { integrations } from './integrations/list.ts';
import { endOldSecret, endOldToken, rotateSecret, rotateToken } from './integrations/secrets.ts';
import { integration } from './integrations/show.ts';
import { overview } from './overview/overview.ts';
import { archivePerson, bringBackPerson } from './people/archive.ts';
import { rememberColumns } from './people/columns.ts';
import { erasePerson, takeBackErasure } from './people/erase.ts';
import { handOverPerson } from './people/hand-over.ts';
import { endHold, holdPerson } from './people/hold.ts';
import { importPeople } from './people/import.ts';
import { people } from './people/list.ts';
import { person } from './people/person.ts';
import { addPerson } from './people/person-fields.ts';
import { previewPeople } from './people/preview.ts';
import { requests } from './requests/list.ts';
import { request } from './requests/show.ts';
import { search } from './search/search.ts';
import { retention } from './settings/retention.ts';
import { settings } from './settings/settings.ts';
import { finishOpenId, notSignedIn, signInToInstitution } from './sign-in/openid.ts';
import { link, signIn, signInOptions, signOut } from './sign-in/sign-in.ts';
import { addRecord } from './time-records/add.ts';
import { closeMonth } from './time-records/close-month.ts';
import { closedMonths, reopenMonth } from './time-records/closed-months.ts';
import { confirmRecord, correctRecord } from './time-records/correct.ts';
import { endRecord } from './time-records/end.ts';
import { exportRecords } from './time-records/export.ts';
import { exportMonth } from './time-records/export-month.ts';
import { rejectLate, takeOverLate } from './time-records/late-records.ts';
import { timeRecords } from './time-records/list.ts';
import { unsubscribe } from './unsubscribe/unsubscribe.ts';
import { changeEndpoint, createEndpoint } from './webhooks/changes.ts';
import { delivery } from './webhooks/delivery.ts';
import { deleteEndpoint, disableEndpoint, enableEndpoint } from './webhooks/enable.ts';
import { webhooks } from './webhooks/list.ts';
import { rotateSigningSecret } from './webhooks/secret.ts';
import { replayEvents, sendAgain, sendTestEvent } from './webhooks/send.ts';
import { webhook } from './webhooks/show.ts';
import { calendar } from './working-time/calendar.ts';
import { previewCalendar, removeCalendarDay, removeCalendarImport } from './working-time/calendar-imports.ts';
import { workingTime } from './working-time/rules.ts';
import { downloadArchive } from './your-data/download.ts';
import { yourData } from './your-data/your-data.ts';

/** All screens of the console, and who uses them. */
export const screens: readonly AdmittedScreen[] = [
  ...forEverybody(signIn, signInToInstitution, signInOptions, finishOpenId, notSignedIn, link, signOut),
  ...forEverybody(overview, search, account, registrationOptions, renamePasskey, removePasskey),
  ...forEverybody(endSession, endAllSessions, setLanguage, setProblemMail),
  ...forRoles(['integrations'], {
    seen: [integrations, integration, directorySyncs, requests, request, webhooks, webhook, delivery, events, event],
    acting: [
      ...[createIntegration, renameIntegration, rotateSecret, endOldSecret, deactivateIntegration],
      ...[reactivateIntegration, renameSync, rotateToken, endOldToken, endToken],
      ...[createEndpoint, changeEndpoint, rotateSigningSecret, enableEndpoint, disableEndpoint, deleteEndpoint],
      ...[sendTestEvent, replayEvents, sendAgain],
    ],
  }),
  ...forRoles(['people', 'integrations'], {
    seen: [calendarFeeds],
    acting: [findTarget, createCalendarFeed, revokeCalendarFeed, allowArchiving],
  }),
  ...forRoles(['people'], {
    seen: [people, person, timeRecords, findings, correctRecord, closedMonths],
    acting: [
      ...[addPerson, importPeople, previewPeople, rememberColumns, handOverPerson, archivePerson, bringBackPerson],
      ...[erasePerson, takeBackErasure, holdPerson, endHold, addRecord, exportRecords, endRecord],
      ...[exportFindings, acknowledgeFinding, acknowledgeWeek, reopenFinding],
      ...[confirmRecord, closeMonth, reopenMonth, exportMonth, takeOverLate, rejectLate],
    ],
  }),
  ...forRoles(['owner'], {
    seen: [settings, workingTime, calendar, retention, yourData, audit, auditStream, administrators],
    acting: [
      ...[changeAccess, downloadArchive, newSignInLink, changeRoles, removeAdministrator],
      ...[previewCalendar, removeCalendarDay, removeCalendarImport],
      ...[setAuditStream, resumeAuditStream, removeAuditStream],
      ...[setOpenId, tryOpenId, tryOpenIdSignIn, switchOffOpenId],
    ],
  }),
];

/** Those whose forms may be sent from anywhere, by programs without a browser. */
export const openScreens: readonly AdmittedScreen[] = forEverybody(unsubscribe);
