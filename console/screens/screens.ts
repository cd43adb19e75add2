import type { Screen } from '../route/screen.ts';
import { account } from './account/account.ts';
import { endAllSessions } from './account/end-all-sessions.ts';
import { endSession } from './account/end-session.ts';
import { setProblemMail } from './account/problem-mail.ts';
import { registrationOptions } from './account/registration-options.ts';
import { removePasskey } from './account/remove-passkey.ts';
import { renamePasskey } from './account/rename-passkey.ts';
import { administrators } from './administrators/administrators.ts';
import { newSignInLink } from './administrators/new-link.ts';
import { removeAdministrator } from './administrators/remove.ts';
import { setOpenId } from './administrators/set-openid.ts';
import { switchOffOpenId } from './administrators/switch-off-openid.ts';
import { tryOpenId, tryOpenIdSignIn } from './administrators/try-openid.ts';
import { audit } from './audit/audit.ts';
import { createCalendarFeed } from './calendar-feeds/create.ts';
import { findTarget } from './calendar-feeds/find-target.ts';
import { calendarFeeds } from './calendar-feeds/list.ts';
import { revokeCalendarFeed } from './calendar-feeds/revoke.ts';
import { allowArchiving } from './directory-sync/allow-archiving.ts';
import { endToken } from './directory-sync/end.ts';
import { directorySyncs } from './directory-sync/list.ts';
import { events } from './events/list.ts';
import { event } from './events/show.ts';
import { createIntegration } from './integrations/create.ts';
import { deactivateIntegration } from './integrations/deactivate.ts';
import { endOldSecret, endOldToken } from './integrations/end-old-secret.ts';
import { integrations } from './integrations/list.ts';
import { reactivateIntegration } from './integrations/reactivate.ts';
import { renameIntegration, renameSync } from './integrations/rename.ts';
import { rotateSecret, rotateToken } from './integrations/rotate-secret.ts';
import { integration } from './integrations/show.ts';
import { overview } from './overview/overview.ts';
import { addPerson } from './people/add.ts';
import { importPeople } from './people/import.ts';
import { people } from './people/list.ts';
import { person } from './people/person.ts';
import { previewPeople } from './people/preview.ts';
import { requests } from './requests/list.ts';
import { request } from './requests/show.ts';
import { settings } from './settings/settings.ts';
import { link } from './sign-in/link.ts';
import { finishOpenId, notSignedIn, signInToInstitution } from './sign-in/openid.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInOptions } from './sign-in/sign-in-options.ts';
import { signOut } from './sign-in/sign-out.ts';
import { addRecord } from './time-records/add.ts';
import { correctRecord } from './time-records/correct.ts';
import { endRecord } from './time-records/end.ts';
import { exportRecords } from './time-records/export.ts';
import { timeRecords } from './time-records/list.ts';
import { unsubscribe } from './unsubscribe/unsubscribe.ts';
import { changeEndpoint } from './webhooks/change.ts';
import { createEndpoint } from './webhooks/create.ts';
import { deleteEndpoint } from './webhooks/delete.ts';
import { delivery } from './webhooks/delivery.ts';
import { webhooks } from './webhooks/list.ts';
import { replayEvents } from './webhooks/replay.ts';
import { rotateSigningSecret } from './webhooks/rotate-secret.ts';
import { sendAgain } from './webhooks/send-again.ts';
import { sendTestEvent } from './webhooks/send-test-event.ts';
import { disableEndpoint, enableEndpoint } from './webhooks/set-enabled.ts';
import { webhook } from './webhooks/show.ts';

/** All screens of the console. */
export const screens: readonly Screen[] = [
  signIn,
  signInToInstitution,
  signInOptions,
  finishOpenId,
  notSignedIn,
  link,
  signOut,
  overview,
  integrations,
  createIntegration,
  integration,
  renameIntegration,
  rotateSecret,
  endOldSecret,
  deactivateIntegration,
  reactivateIntegration,
  directorySyncs,
  renameSync,
  rotateToken,
  endOldToken,
  endToken,
  allowArchiving,
  people,
  addPerson,
  importPeople,
  previewPeople,
  person,
  timeRecords,
  addRecord,
  exportRecords,
  correctRecord,
  endRecord,
  requests,
  request,
  calendarFeeds,
  findTarget,
  createCalendarFeed,
  revokeCalendarFeed,
  settings,
  audit,
  webhooks,
  createEndpoint,
  webhook,
  changeEndpoint,
  rotateSigningSecret,
  enableEndpoint,
  disableEndpoint,
  deleteEndpoint,
  sendTestEvent,
  replayEvents,
  delivery,
  sendAgain,
  events,
  event,
  administrators,
  newSignInLink,
  removeAdministrator,
  setOpenId,
  tryOpenId,
  tryOpenIdSignIn,
  switchOffOpenId,
  account,
  registrationOptions,
  renamePasskey,
  removePasskey,
  endSession,
  endAllSessions,
  setProblemMail,
];

/** Those whose forms may be sent from anywhere, by programs without a browser. */
export const openScreens: readonly Screen[] = [unsubscribe];
