import type { TestClient } from '../../../test/support/test-client.ts';
import type { Truth } from '../../../test/support/truth.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from '../traffic/integrator.ts';
import { readAll } from './read-all.ts';

/** The totals of a member are the sums of its logs. Each time it is another member. */
export class HoursAddUp implements Truth {
  readonly name = 'hours that add up';
  readonly #integrator: Integrator;
  readonly #client: TestClient;
  readonly #memberIds: readonly string[];
  #asked = 0;

  constructor(integrator: Integrator, client: TestClient, { memberIds }: School) {
    this.#integrator = integrator;
    this.#client = client;
    this.#memberIds = memberIds;
  }

  async differences(): Promise<readonly string[] | undefined> {
    const userId = this.#memberIds[this.#asked++ % this.#memberIds.length] ?? '';
    const before = await this.#listed(userId);
    const totals = await this.#totals(userId);
    const after = await this.#listed(userId);
    if (!before || !totals || JSON.stringify(before) !== JSON.stringify(after)) return undefined;
    const [expected, shown] = [before, totals].map((sums) => JSON.stringify(sums));
    return expected === shown ? [] : [`the logs of ${userId} are ${expected}, its totals ${shown}`];
  }

  async #listed(userId: string): Promise<Sums | undefined> {
    const logs = await readAll<Sums>(this.#integrator, 'list logs', this.#client, '/time-tracking/logs', { userId });
    return logs && sumOf(logs.map((log) => ({ ...log, logs: 1 })));
  }

  async #totals(userId: string): Promise<Sums | undefined> {
    const sums: Sums[] = [];
    for (const days of DAYS) {
      const query = { userId, ...days, by: 'month' };
      const answer = await this.#integrator.read('list logs', this.#client, '/time-tracking/totals', query);
      if (!answer) return undefined;
      sums.push(...answer.body.data.periods);
    }
    return sumOf(sums);
  }
}

interface Sums {
  readonly logs: number;
  readonly workedMinutes: number;
  readonly pauseMinutes: number;
}

/** Members begin and end at whole minutes, and none works at the end of a month: all sums are exact. */
function sumOf(all: readonly Sums[]): Sums {
  const sum = (key: keyof Sums) => all.reduce((total, each) => total + each[key], 0);
  return { logs: sum('logs'), workedMinutes: sum('workedMinutes'), pauseMinutes: sum('pauseMinutes') };
}

/** Those of the logs, and those of the punches. */
const DAYS = [
  { from: '2019-12-31', to: '2020-12-31' },
  { from: '2024-10-06', to: '2024-10-09' },
];
