import { type LosableDisks, losableDisks } from '../fleet/layouts/losable-disks.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';
import { type Plan, shortPlan } from './plans.ts';

/** The machines of these servers lose their power at once: the servers end, and what they had not synced is gone. */
function losePower(...names: readonly (keyof LosableDisks['machines'])[]): Fault<LosableDisks> {
  return {
    name: `power loss of ${names.join(' and ')}`,
    touches: names.includes('PostgreSQL') ? SERVICES : [],
    holdsEvents: true,
    async run(fleet, watch) {
      await watch.successes(80, SERVICES);
      const machines = names.map((name) => fleet.on.machines[name]);
      await Promise.all(machines.map((machine) => machine.kill()));
      for (const { disk } of machines) disk.losePower();
      for (const { disk } of machines) disk.restorePower();
      await Promise.all(machines.map((machine) => machine.start()));
    },
  };
}

const once = [losePower('PostgreSQL'), losePower('NATS'), losePower('PostgreSQL', 'NATS')];

/** No attacks of a neighbour: their effect is the same on these servers. */
export const shortPowerPlan: Plan<LosableDisks> = {
  ...shortPlan,
  layout: losableDisks,
  faults: once,
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

export const fullPowerPlan: Plan<LosableDisks> = { ...shortPowerPlan, pace: 1, faults: Array(5).fill(once).flat() };
