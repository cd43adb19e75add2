import { fullClockPlan, shortClockPlan } from './clock-plans.ts';
import { fullNatsClusterPlan, shortNatsClusterPlan } from './nats-cluster-plans.ts';
import { fullPlan, type Plan, shortPlan } from './plans.ts';
import { fullPooledPlan, shortPooledPlan } from './pooled-plans.ts';
import { fullPowerPlan, shortPowerPlan } from './power-plans.ts';
import { fullStandbyPlan, shortStandbyPlan } from './standby-plans.ts';

interface Plans {
  /** The plan for every run of the tests. */
  readonly short: Plan;
  readonly full: Plan;
}

/** The infrastructures that the platform can run on, with the faults for each, by layout name. */
export const LAYOUTS: Readonly<Record<string, Plans>> = {
  'single-servers': { short: shortPlan, full: fullPlan },
  'differing-clocks': { short: shortClockPlan, full: fullClockPlan },
  'nats-cluster': { short: shortNatsClusterPlan, full: fullNatsClusterPlan },
  'losable-disks': { short: shortPowerPlan, full: fullPowerPlan },
  pgbouncer: { short: shortPooledPlan, full: fullPooledPlan },
  standby: { short: shortStandbyPlan, full: fullStandbyPlan },
};
