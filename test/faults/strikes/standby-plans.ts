import { type StandbyServers, standby } from '../fleet/layouts/standby.ts';
import { killPrimary, killStandby, killStandbys, partitionPrimary, switchOver } from './failovers.ts';
import { fullPlan, type Plan, shortPlan } from './plans.ts';

/** No neighbour: what one does is no other on these servers. */
const NOBODY = { attacks: [] };

export const shortStandbyPlan: Plan<StandbyServers> = {
  ...shortPlan,
  layout: standby,
  strikes: [partitionPrimary],
  neighbour: { ...shortPlan.neighbour, ...NOBODY },
};

export const fullStandbyPlan: Plan<StandbyServers> = {
  ...fullPlan,
  layout: standby,
  strikes: [killPrimary, partitionPrimary, switchOver, killStandby, killStandbys],
  hasWays: false,
  neighbour: { ...fullPlan.neighbour, ...NOBODY },
};
