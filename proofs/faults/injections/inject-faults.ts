import type { Platform } from '../fleet/platform.ts';
import type { Work } from '../traffic/work.ts';
import type { FaultOf, Phase } from './fault.ts';

export interface Injections {
  readonly phases: readonly Phase[];
  /** Faults that the platform did not recover from. No more faults are injected after one. */
  readonly unhealed: readonly string[];
}

interface InjectionOptions<Injured extends Platform> {
  readonly platform: Injured;
  readonly work: Work;
  readonly print: (line: string) => void;
}

/**
 * Injects the faults one after the other. Before each fault it waits until the platform has recovered and copies equal
 * the truth.
 */
export async function injectFaults<Injured extends Platform>(
  faults: readonly FaultOf<Injured>[],
  { platform, work, print }: InjectionOptions<Injured>,
): Promise<Injections> {
  const { traffic, watch, receiver } = work;
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
      await traffic.copies.converge();
      print(`${name}: over`);
    }
    return { phases, unhealed: [] };
  } catch (error) {
    return { phases, unhealed: [`${name}: ${(error as Error).message}`] };
  }
}
