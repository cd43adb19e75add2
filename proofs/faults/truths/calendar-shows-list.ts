import { type Entry, entriesOf, type Listed, readByPrograms } from '../../../test/support/calendar-programs.ts';
import { newCalendarFeed } from '../../../test/support/test-calendar-feeds.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { Truth } from '../../../test/support/truth.ts';
import type { Platform } from '../fleet/platform.ts';
import type { School } from '../fleet/school.ts';
import type { Integrator } from '../traffic/integrator.ts';
import { readAll } from './read-all.ts';

/** A member's calendar shows the appointments that the list shows; those that it organizes it is invited to as well. */
export class CalendarShowsList implements Truth {
  readonly name = 'a calendar that shows the list';
  readonly #integrator: Integrator;
  readonly #client: TestClient;
  readonly #userId: string;
  readonly #urls: readonly string[];
  #turn = 0;

  private constructor(integrator: Integrator, client: TestClient, userId: string, urls: readonly string[]) {
    this.#integrator = integrator;
    this.#client = client;
    this.#userId = userId;
    this.#urls = urls;
  }

  static async begin(integrator: Integrator, client: TestClient, { memberIds }: School, { urls }: Platform) {
    const [userId = ''] = memberIds;
    const { pathname } = new URL((await newCalendarFeed(client, { userId })).url);
    const addresses = urls.map((url) => new URL(pathname, url).href);
    return new CalendarShowsList(integrator, client, userId, addresses);
  }

  async differences(): Promise<readonly string[] | undefined> {
    const before = await this.#listed();
    const shown = await this.#read();
    const after = await this.#listed();
    if (!before || !after || shown === undefined || before.join() !== after.join()) return undefined;
    return readByPrograms(shown)
      .map((entries) => entries.map(textOf))
      .filter((entries) => entries.join() !== before.join())
      .map((entries) => `${missing(before, entries)} only in the list, ${missing(entries, before)} in the calendar`);
  }

  async #listed(): Promise<readonly string[] | undefined> {
    const query = { userId: this.#userId };
    const rows = await readAll<Listed>(this.#integrator, 'list appointments', this.#client, '/appointments', query);
    return rows && entriesOf(rows).map(textOf);
  }

  async #read(): Promise<string | undefined> {
    const url = this.#urls[this.#turn++ % this.#urls.length] ?? '';
    const answer = await fetch(url).catch(() => undefined);
    return answer?.status === 200 ? answer.text() : undefined;
  }
}

const textOf = ({ id, title, at }: Entry) => `${id} ${title} ${at}`;

function missing(from: readonly string[], others: readonly string[]): string {
  const lacking = from.filter((text) => !others.includes(text));
  return `${lacking.length} (${lacking[0] ?? 'none'})`;
}
