import { untilTrue } from '../../../test/support/truth.ts';
import { until } from '../../../test/support/until.ts';
import { readWaiting } from '../audit/evidence.ts';
import { TAKEOVER_MS } from '../audit/verdict.ts';
import type { Platform } from '../fleet/platform.ts';
import type { Work } from '../traffic/work.ts';
import type { FaultOf, Phase } from './fault.ts';

/**
 * Injects the faults one after the other. Before each fault it waits until the platform has recovered, what waited has
 * gone on, copies equal the truth, and the ends of other journeys are as they must be. Each of these has a bound. After
 * a fault that the platform did not recover from, no more are injected.
 */
export async function injectFaults<Injured extends Platform>(
  faults: readonly FaultOf<Injured>[],
  { platform, work, print }: { platform: Injured; work: Work; print: (line: string) => void },
): Promise<{ phases: readonly Phase[]; unhealed: readonly string[] }> {
  const { traffic, copies, truths, watch, receiver } = work;
  const phases: Phase[] = [];
  const inject = async (fault: FaultOf<Injured>) => {
    await traffic.introduceAll();
    const began = performance.now();
    let healed = Number.POSITIVE_INFINITY;
    try {
      await fault.run(platform, watch, receiver);
      healed = performance.now();
      await watch.green();
    } finally {
      phases.push({ fault, began, healed, ended: performance.now() });
    }
  };
  let name = 'the start';
  try {
    await watch.green();
    for (const fault of faults) {
      name = fault.name;
      await inject(fault);
      await untilNoneWaits(platform);
      await copies.converge();
      for (const truth of truths) await untilTrue(truth);
      print(`${name}: over`);
    }
    return { phases, unhealed: [] };
  } catch (error) {
    const broken = `${name}: ${(error as Error).message}`;
    // At once: what is gathered at the end may need what did not come back.
    print(broken);
    return { phases, unhealed: [broken] };
  }
}

/** Waits for the end of everything that waits now; what comes meanwhile does not count. */
async function untilNoneWaits(platform: Platform): Promise<void> {
  const databaseUrl = platform.databaseUrl.bind(platform);
  let left = [...(await readWaiting(databaseUrl))];
  const look = async () => {
    const waiting = await readWaiting(databaseUrl);
    left = left.filter((name) => waiting.has(name));
    return left.length === 0;
  };
  await until('the end of what waits', look, WAITS_AT_MOST_MS).catch((error: Error) => {
    throw new Error(`${error.message}: ${left.length} still wait, such as ${left[0]}`, { cause: error });
  });
}

/** Machines may be busy: three times as long as another process needs to take over. */
const WAITS_AT_MOST_MS = 3 * TAKEOVER_MS;
