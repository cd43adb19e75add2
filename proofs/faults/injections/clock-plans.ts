import { AHEAD, type DifferingClocks, differingClocks, POSTGRES } from '../fleet/layouts/differing-clocks.ts';
import { GATEWAYS, SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';
import { type Plan, shortPlan } from './plans.ts';

/** Clocks are set by some seconds, and later back. */
function setClocks(
  what: string,
  names: readonly string[],
  seconds: number,
  touches: Fault['touches'] = [],
): Fault<DifferingClocks> {
  return {
    name: `${what}: clock set ${seconds > 0 ? 'forward' : 'back'}, and right again`,
    touches,
    async run({ on: { clocks } }, watch) {
      await clocks.set(Object.fromEntries(names.map((name) => [name, (AHEAD[name] ?? 0) + seconds])));
      // Longer than a service goes on without asking the database server for its time.
      for (let round = 0; round < ROUNDS; round++) await watch.successes(100, SERVICES);
      await clocks.set(Object.fromEntries(names.map((name) => [name, AHEAD[name] ?? 0])));
      await watch.successes(100, SERVICES);
    },
  };
}

const ROUNDS = 3;
const STEP_SECONDS = 300;
/** Receivers of webhooks accept what is five minutes old or ahead, of which half a minute is used up. */
const COMMON_STEP_SECONDS = 240;

const one = (name: string) => [STEP_SECONDS, -STEP_SECONDS].map((seconds) => setClocks(name, [name], seconds));
/** A service learns within ten seconds that the database's clock was set, too. Until then it may refuse others. */
const all = [COMMON_STEP_SECONDS, -COMMON_STEP_SECONDS].map((seconds) =>
  setClocks('everything but NATS', Object.keys(AHEAD), seconds, SERVICES),
);

/** No attacks of a neighbour: they have no clocks. */
export const shortClockPlan: Plan<DifferingClocks> = {
  ...shortPlan,
  layout: differingClocks,
  faults: [...one('directory').slice(1), ...one(POSTGRES).slice(1), ...one('gateway-1').slice(0, 1), ...all],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

export const fullClockPlan: Plan<DifferingClocks> = {
  ...shortClockPlan,
  faults: [...[...SERVICES, POSTGRES, ...GATEWAYS].flatMap(one), ...all],
};
