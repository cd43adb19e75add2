import { setTimeout as delay } from 'node:timers/promises';
import { importBundle } from '../../../cli/import/import-bundle.ts';
import { Operator } from '../../../test/support/operator.ts';
import { asOperator } from '../fleet/as-operator.ts';
import type { Platform } from '../fleet/platform.ts';
import { CONTESTS } from './contests.ts';
import type { Arena, Send } from './history.ts';

/**
 * Clients that want the same thing at the same time, one thing after the other, whatever fails meanwhile. Each history
 * is checked at once.
 */
export class Rivals {
  readonly broken: string[] = [];
  readonly #arena: Arena;
  readonly #urls: readonly string[];
  readonly #running: Promise<void>;
  #isOver = false;
  #checked = 0;

  private constructor(arena: Arena, urls: readonly string[]) {
    this.#arena = arena;
    this.#urls = urls;
    this.#running = this.#run();
  }

  static async begin(platform: Platform): Promise<Rivals> {
    return new Rivals(await openArena(platform), platform.urls);
  }

  /**
   * Ends the contest under way; returns the number of histories that were checked. A run that checks none proves
   * nothing.
   */
  async end(): Promise<number> {
    this.#isOver = true;
    await this.#running;
    if (this.#checked === 0) this.broken.push('no history of rivals was checked');
    return this.#checked;
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const contest = CONTESTS[turn % CONTESTS.length] as (typeof CONTESTS)[number];
      const found = await contest(this.#arena, this.#send).catch((error: Error) => [error.message]);
      // A contest that could not begin has nothing to check.
      if (found) this.#checked += 1;
      this.broken.push(...(found ?? []));
      await delay(PAUSE_MS);
    }
  }

  readonly #send: Send = async (act) => {
    const url = this.#urls[Math.floor(Math.random() * this.#urls.length)] ?? '';
    try {
      const answer = await act(url, AbortSignal.timeout(TIMEOUT_MS));
      return answer.status === 503 ? undefined : answer;
    } catch (error) {
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    }
  };
}

async function openArena({ ports, urls }: Platform): Promise<Arena> {
  const bundle = {
    institution: {
      ref: 'rivals',
      name: 'Rivals',
      settings: {
        time_tracking_enabled: true,
        time_tracking_timezone: zoneAtNoon(),
        scheduling_enabled: true,
        reject_room_conflicts: true,
      },
    },
    courses: [{ ref: 'course', name: 'Contested' }],
    locations: [{ ref: 'campus', name: 'Campus', address: 'Quay 1', rooms: [{ ref: 'room', name: 'Contested' }] }],
  };
  const { institutionId } = await asOperator(ports, (call) => importBundle({ bundle, call }));
  const operator = new Operator(ports);
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => operator.newClient(institutionId, urls[0] ?? '')),
  ).finally(() => operator.close());
  const first = async (path: string) => (await clients[0]?.get(path))?.body.data[0];
  return { clients, roomId: (await first('/rooms')).id, layerId: (await first('/courses')).layerId };
}

/** A zone in which no midnight closes sessions meanwhile. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

const CLIENTS = 6;
const PAUSE_MS = 100;
const TIMEOUT_MS = 12_000;
