import { type StandbyServers, standby } from '../fleet/layouts/standby.ts';
import { killPrimary, killStandby, killStandbys, partitionPrimary, switchOver } from './failovers.ts';
import { type Plan, shortPlan } from './plans.ts';

/** No neighbour: what one does is no other on these servers. */
export const shortStandbyPlan: Plan<StandbyServers> = {
  ...shortPlan,
  layout: standby,
  faults: [partitionPrimary],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

/** Three servers more on one machine: little traffic here too, so that it is a primary that recovers, and no overload. */
export const fullStandbyPlan: Plan<StandbyServers> = {
  ...shortStandbyPlan,
  faults: [killPrimary, partitionPrimary, switchOver, killStandby, killStandbys],
};
