import { auditor } from './auditor.ts';
import { calendarUser } from './calendar-user.ts';
import { copies } from './copies.ts';
import { describeJourneys } from './describe-journeys.ts';
import { exchangedTerminal } from './exchanged-terminal.ts';
import { forgottenEvenings } from './forgotten-evenings.ts';
import { leakedAddress } from './leaked-address.ts';
import { nightlyRoster } from './nightly-roster.ts';
import { payrollMonth } from './payroll-month.ts';
import { rotatedSecret } from './rotated-secret.ts';
import { rotatedWebhookSecret } from './rotated-webhook-secret.ts';
import { seasonalWorker } from './seasonal-worker.ts';
import { supportCase } from './support-case.ts';
import { twoSchools } from './two-schools.ts';
import { webhookCopy } from './webhook-copy.ts';

describeJourneys({
  'a nightly roster': nightlyRoster,
  'a rotated secret of a webhook': rotatedWebhookSecret,
  'a copy by webhooks': webhookCopy,
  'an auditor': auditor,
  'a calendar user': calendarUser,
  'what may happen at one school': [
    ...[payrollMonth, rotatedSecret, forgottenEvenings, supportCase],
    ...[seasonalWorker, exchangedTerminal, twoSchools, leakedAddress],
  ],
  // It sets the clock to the machine's. `proofs/engines/copies.test.ts` imports ten times as many.
  copies: copies(600),
});
