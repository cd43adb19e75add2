import { AHEAD, type DifferingClocks, differingClocks, POSTGRES } from '../fleet/layouts/differing-clocks.ts';
import { GATEWAYS, SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';
import { type Plan, shortPlan } from './plans.ts';

/** A clock is set by some seconds, and later back. No request may fail. */
function setClock(name: string, seconds: number): Fault<DifferingClocks> {
  const right = AHEAD[name] ?? 0;
  return {
    name: `${name}: clock set ${seconds > 0 ? 'forward' : 'back'}, and right again`,
    touches: [],
    async run({ on: { clocks } }, watch) {
      await clocks.set({ [name]: right + seconds });
      // Longer than a service goes on without asking the database server for its time.
      for (let round = 0; round < ROUNDS; round++) await watch.successes(100, SERVICES);
      await clocks.set({ [name]: right });
      await watch.successes(100, SERVICES);
    },
  };
}

const ROUNDS = 3;
const STEP_SECONDS = 300;

const forward = (name: string) => setClock(name, STEP_SECONDS);
const back = (name: string) => setClock(name, -STEP_SECONDS);

/** No attacks of a neighbour: they have no clocks. */
export const shortClockPlan: Plan<DifferingClocks> = {
  ...shortPlan,
  layout: differingClocks,
  faults: [back('directory'), back(POSTGRES), forward('gateway-1')],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

export const fullClockPlan: Plan<DifferingClocks> = {
  ...shortClockPlan,
  faults: [...SERVICES, POSTGRES, ...GATEWAYS].flatMap((name) => [forward(name), back(name)]),
};
