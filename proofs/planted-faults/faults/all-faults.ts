import type { Fault } from '../fault.ts';
import { answers } from './answers.ts';
import { authentication } from './authentication.ts';
import { calendars } from './calendars.ts';
import { calls } from './calls.ts';
import { client } from './client.ts';
import { commandLine } from './command-line.ts';
import { console } from './console.ts';
import { curricula } from './curricula.ts';
import { email } from './email.ts';
import { events } from './events.ts';
import { limits } from './limits.ts';
import { operations } from './operations.ts';
import { peopleImport } from './people-import.ts';
import { races } from './races.ts';
import { reads } from './reads.ts';
import { records } from './records.ts';
import { scim } from './scim.ts';
import { tenancy } from './tenancy.ts';
import { timeTracking } from './time-tracking.ts';
import { webhooks } from './webhooks.ts';
import { writes } from './writes.ts';

export const allFaults: readonly Fault[] = [
  ...authentication,
  ...tenancy,
  ...limits,
  ...reads,
  ...writes,
  ...answers,
  ...records,
  ...curricula,
  ...timeTracking,
  ...races,
  ...events,
  ...webhooks,
  ...calendars,
  ...commandLine,
  ...console,
  ...email,
  ...operations,
  ...calls,
  ...client,
  ...scim,
  ...peopleImport,
];
