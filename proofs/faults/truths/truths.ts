import type { TestClient } from '../../../test/support/test-client.ts';
import { type Truth, untilTrue } from '../../../test/support/truth.ts';
import type { Platform } from '../fleet/platform.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from '../traffic/integrator.ts';
import { CalendarShowsList } from './calendar-shows-list.ts';
import { HoursAddUp } from './hours-add-up.ts';
import { RosterChangesNothing } from './roster-changes-nothing.ts';

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

  /** Throws what is not so, and does not become so. */
  async hold(): Promise<void> {
    for (const truth of this.#all) await untilTrue(truth);
  }
}
