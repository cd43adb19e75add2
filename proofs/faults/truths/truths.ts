import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../../test/support/test-client.ts';
import { until } from '../../../test/support/until.ts';
import type { Platform } from '../fleet/platform.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from '../traffic/integrator.ts';
import { CalendarShowsList } from './calendar-shows-list.ts';
import { HoursAddUp } from './hours-add-up.ts';
import { RosterChangesNothing } from './roster-changes-nothing.ts';
import type { Truth } from './truth.ts';

/** The ends of journeys whose steps the traffic makes. */
export class Truths {
  readonly #all: readonly Truth[];

  private constructor(all: readonly Truth[]) {
    this.#all = all;
  }

  static async begin(integrator: Integrator, school: School, platform: Platform): Promise<Truths> {
    const [client] = school.clients.slice(-1) as [TestClient];
    return new Truths([
      await CalendarShowsList.begin(integrator, client, school, platform),
      new HoursAddUp(integrator, client, school),
      await RosterChangesNothing.begin(platform, client, school),
    ]);
  }

  /** Throws what is not so, and does not become so within a minute. */
  async hold(): Promise<void> {
    for (const truth of this.#all) {
      let wrong: readonly string[] = ['it could not be read'];
      const isSo = async () => {
        wrong = (await truth.differences().catch((error: Error) => [error.message])) ?? wrong;
        return wrong.length === 0 || delay(PAUSE_MS, false);
      };
      await until(truth.name, isSo, 60_000).catch((error: Error) => {
        throw new Error(`${error.message}: ${wrong.join('; ')}`, { cause: error });
      });
    }
  }
}

/** The client has an allowance, and records that change all the time stand still for longer than a look takes. */
const PAUSE_MS = 500;
