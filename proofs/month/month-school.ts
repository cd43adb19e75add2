import { importBundle } from '../../cli/import/import-bundle.ts';
import type { Call } from '../../platform/calls/caller.ts';
import type { OperatorActor } from '../../platform/core/actor.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import { Copies } from '../../test/support/copies.ts';
import { Draws } from '../../test/support/draws.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import { endOfDay } from '../../test/time-tracking/reference/local-day.ts';
import { type SchoolTime, TrackedMember } from './tracked-member.ts';

/** What a school is opened on. */
export interface Platform {
  call(actor: OperatorActor): Call;
  newClient(institutionId: string): Promise<TestClient>;
}

interface SchoolOptions {
  readonly name: string;
  readonly zone: string;
  readonly members: number;
  readonly seed: number;
}

/** An institution whose bundle is imported again every day, with another time zone or other members archived. */
export class MonthSchool {
  readonly members: readonly TrackedMember[];
  #zone: string;
  readonly #name: string;
  readonly #platform: Platform;
  /** Of the members, by list and by feed. */
  readonly copies: Copies;

  private constructor(
    platform: Platform,
    { name, zone }: SchoolOptions,
    members: readonly TrackedMember[],
    copies: Copies,
  ) {
    this.copies = copies;
    this.#platform = platform;
    this.#name = name;
    this.#zone = zone;
    this.members = members;
  }

  static async open(platform: Platform, options: SchoolOptions): Promise<MonthSchool> {
    const users = Array.from({ length: options.members }, (_, index) => userOf(options.name, index, false));
    const bundle = bundleOf(options.name, options.zone, users);
    const { institutionId, ids } = await importBundle({ bundle, call: platform.call });
    const client = await platform.newClient(institutionId);
    const members = users.map(({ ref, email, code }, index) => {
      const userId = present(ids.users?.[ref], ref) as string;
      return new TrackedMember(client, { userId, email, code }, new Draws(options.seed + index));
    });
    const copies = new Copies('/users', 'user', (path, query = {}) => client.get(path, { query }));
    await copies.follow();
    return new MonthSchool(platform, options, members, copies);
  }

  /** The next day's bundle. @param zone where the school moves to, if it does */
  async importAgain(draws: Draws, zone = this.#zone): Promise<void> {
    this.#zone = zone;
    for (const member of this.members) member.isArchived = draws.chance(ARCHIVED);
    const users = this.members.map(({ isArchived }, index) => userOf(this.#name, index, isArchived));
    await importBundle({ bundle: bundleOf(this.#name, zone, users), call: this.#platform.call });
  }

  get zone(): string {
    return this.#zone;
  }

  timeAt(now: number): SchoolTime {
    const zone = this.#zone;
    return { now, zone, edges: [now, endOfDay(now - DAY_MS, zone) + 1, endOfDay(now, zone) + 1] };
  }
}

const ARCHIVED = 0.06;

function bundleOf(name: string, zone: string, users: readonly object[]): object {
  return { institution: { ref: name, name, settings: { time_tracking_timezone: zone } }, users };
}

function userOf(school: string, index: number, isArchived: boolean) {
  const code = `M-${index}`;
  return { ref: code, email: `m${index}@${school}.example`, name: `Member ${index}`, code, isArchived };
}
