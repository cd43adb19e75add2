import { type StandbyServers, standby } from '../fleet/layouts/standby.ts';
import { killPrimary, killStandby, killStandbys, partitionPrimary, switchOver } from './failovers.ts';
import { type Plan, shortPlan } from './plans.ts';

/** No attacks of a neighbour: their effect is the same on these servers. */
export const shortStandbyPlan: Plan<StandbyServers> = {
  ...shortPlan,
  layout: standby,
  faults: [partitionPrimary],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

/**
 * The machine runs three more servers. Little traffic here too, so that the run tests the recovery of a primary and not
 * overload.
 */
export const fullStandbyPlan: Plan<StandbyServers> = {
  ...shortStandbyPlan,
  faults: [killPrimary, partitionPrimary, switchOver, killStandby, killStandbys],
};
