import { copies } from './copies.ts';
import { describeJourneys } from './describe-journeys.ts';
import { integratorsDay } from './integrators-day.ts';
import { nightlyRoster } from './nightly-roster.ts';
import { onboarding } from './onboarding.ts';
import { payrollMonth } from './payroll-month.ts';
import { planning } from './planning.ts';

describeJourneys({
  onboarding,
  'an integrator’s day': integratorsDay,
  'a payroll month': payrollMonth,
  planning,
  'a nightly roster': nightlyRoster,
  // It sets the clock to the machine's. `proofs/engines/copies.test.ts` imports ten times as many.
  copies: copies(600),
});
