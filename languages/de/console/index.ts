import type { Messages } from '../../en/console/index.ts';
import { notices } from '../notices.ts';
import { roles } from '../roles.ts';
import { account } from './account.ts';
import { administrators } from './administrators.ts';
import { audit } from './audit.ts';
import { auditStream } from './audit-stream.ts';
import { calendarFeeds } from './calendar-feeds.ts';
import { closedMonths } from './closed-months.ts';
import { directorySync } from './directory-sync.ts';
import { events } from './events.ts';
import { failures } from './failures.ts';
import { fields } from './fields.ts';
import { findings } from './findings.ts';
import { frame } from './frame.ts';
import { handOver } from './hand-over.ts';
import { integrations } from './integrations.ts';
import { overview } from './overview.ts';
import { parts } from './parts.ts';
import { people } from './people.ts';
import { peopleErasure } from './people-erasure.ts';
import { peopleImport } from './people-import.ts';
import { recordForms } from './record-forms.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { retention } from './retention.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { time } from './time.ts';
import { timeRecords } from './time-records.ts';
import { unsubscribe } from './unsubscribe.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';
import { workingTime } from './working-time.ts';
import { yourData } from './your-data.ts';

export const messages: Messages = {
  account,
  administrators,
  audit,
  auditStream,
  calendarFeeds,
  closedMonths,
  directorySync,
  events,
  failures,
  fields,
  findings,
  frame,
  handOver,
  integrations,
  notices,
  overview,
  parts,
  people,
  peopleErasure,
  peopleImport,
  recordForms,
  refusals,
  requests,
  retention,
  roles,
  search,
  settings,
  signIn,
  time,
  timeRecords,
  unsubscribe,
  webhooks,
  words,
  workingTime,
  yourData,
};
