import { auditor } from './auditor.ts';
import { calendarUser } from './calendar-user.ts';
import { copies } from './copies.ts';
import { describeJourneys } from './describe-journeys.ts';
import { exchangedTerminal } from './exchanged-terminal.ts';
import { forgottenEvenings } from './forgotten-evenings.ts';
import { integratorsDay } from './integrators-day.ts';
import { leakedAddress } from './leaked-address.ts';
import { nightlyRoster } from './nightly-roster.ts';
import { onboarding } from './onboarding.ts';
import { payrollMonth } from './payroll-month.ts';
import { planning } from './planning.ts';
import { rotatedSecret } from './rotated-secret.ts';
import { rotatedWebhookSecret } from './rotated-webhook-secret.ts';
import { seasonalWorker } from './seasonal-worker.ts';
import { supportCase } from './support-case.ts';
import { twoSchools } from './two-schools.ts';
import { webhookCopy } from './webhook-copy.ts';

describeJourneys({
  onboarding,
  'an integrator’s day': integratorsDay,
  'a payroll month': payrollMonth,
  planning,
  'a nightly roster': nightlyRoster,
  'a rotated secret': rotatedSecret,
  'a rotated secret of a webhook': rotatedWebhookSecret,
  'a copy by webhooks': webhookCopy,
  'forgotten evenings': forgottenEvenings,
  'an auditor': auditor,
  'a calendar user': calendarUser,
  'a support case': supportCase,
  'a seasonal worker': seasonalWorker,
  'an exchanged terminal': exchangedTerminal,
  'two schools': twoSchools,
  'a leaked address': leakedAddress,
  // It sets the clock to the machine's. `proofs/engines/copies.test.ts` imports ten times as many.
  copies: copies(600),
});
