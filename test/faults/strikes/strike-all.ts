import type { Fleet } from '../fleet/fleet.ts';
import type { Infrastructure } from '../fleet/infrastructure.ts';
import type { Work } from '../traffic/work.ts';
import type { Phase, Strike } from './strike.ts';

export interface Struck {
  readonly phases: readonly Phase[];
  /** Of what the platform did not recover: nothing is struck after that. */
  readonly unhealed: readonly string[];
}

interface Around<On extends Infrastructure> {
  readonly fleet: Fleet<On>;
  readonly work: Work;
  readonly say: (line: string) => void;
}

/** Strikes the platform with one fault after the other, each when it is well again. */
export async function strikeAll<On extends Infrastructure>(
  strikes: readonly Strike<On>[],
  { fleet, work, say }: Around<On>,
): Promise<Struck> {
  const { traffic, watch, receiver } = work;
  const phases: Phase[] = [];
  const strikeOnce = async (strike: Strike<On>) => {
    await traffic.introduceAll();
    const began = performance.now();
    let healed = Number.POSITIVE_INFINITY;
    try {
      await strike.run(fleet, watch, receiver);
      healed = performance.now();
      await watch.green();
    } finally {
      phases.push({ strike, began, healed, ended: performance.now() });
    }
  };
  let name = 'the start';
  try {
    await watch.green();
    for (const strike of strikes) {
      name = strike.name;
      await strikeOnce(strike);
      say(`${name}: over`);
    }
    return { phases, unhealed: [] };
  } catch (error) {
    return { phases, unhealed: [`${name}: ${(error as Error).message}`] };
  }
}
