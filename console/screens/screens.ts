import type { Screen } from '../route/screen.ts';
import { account } from './account/account.ts';
import { endAllSessions } from './account/end-all-sessions.ts';
import { endSession } from './account/end-session.ts';
import { administrators } from './administrators/administrators.ts';
import { removeAdministrator } from './administrators/remove.ts';
import { audit } from './audit/audit.ts';
import { createCalendarFeed } from './calendar-feeds/create.ts';
import { findTarget } from './calendar-feeds/find-target.ts';
import { calendarFeeds } from './calendar-feeds/list.ts';
import { revokeCalendarFeed } from './calendar-feeds/revoke.ts';
import { createIntegration } from './integrations/create.ts';
import { deactivateIntegration } from './integrations/deactivate.ts';
import { endOldSecret } from './integrations/end-old-secret.ts';
import { integrations } from './integrations/list.ts';
import { reactivateIntegration } from './integrations/reactivate.ts';
import { renameIntegration } from './integrations/rename.ts';
import { rotateSecret } from './integrations/rotate-secret.ts';
import { integration } from './integrations/show.ts';
import { overview } from './overview/overview.ts';
import { requests } from './requests/list.ts';
import { request } from './requests/show.ts';
import { settings } from './settings/settings.ts';
import { link } from './sign-in/link.ts';
import { signIn, signInToInstitution } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';

/** All screens of the console. */
export const screens: readonly Screen[] = [
  signIn,
  signInToInstitution,
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
  requests,
  request,
  calendarFeeds,
  findTarget,
  createCalendarFeed,
  revokeCalendarFeed,
  settings,
  audit,
  administrators,
  removeAdministrator,
  account,
  endSession,
  endAllSessions,
];
