import { setTimeout as delay } from 'node:timers/promises';
import { importBundle } from '../../../cli/import/import-bundle.ts';
import { asOperator, newClients, type Platform } from '../fleet/platform.ts';
import { CONTESTS } from './contests.ts';
import type { Arena, Send } from './history.ts';

/**
 * Has clients want the same thing at the same time, one thing after the other, whatever fails meanwhile. Each history is
 * checked at once.
 */
export async function startRivals(platform: Platform) {
  const arena = await openArena(platform);
  const broken: string[] = [];
  let [isOver, checked] = [false, 0];
  const send: Send = async (act) => {
    const url = platform.urls[Math.floor(Math.random() * platform.urls.length)] ?? '';
    try {
      const answer = await act(url, AbortSignal.timeout(TIMEOUT_MS));
      return answer.status === 503 ? undefined : answer;
    } catch (error) {
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    }
  };
  const contend = async () => {
    for (let turn = 0; !isOver; turn++) {
      const contest = CONTESTS[turn % CONTESTS.length] as (typeof CONTESTS)[number];
      const found = await contest(arena, send).catch((error: Error) => [error.message]);
      // A contest that could not begin has nothing to check.
      if (found) checked += 1;
      broken.push(...(found ?? []));
      await delay(PAUSE_MS);
    }
  };
  const contending = contend();
  return {
    broken,
    /** Ends the contest under way; returns the number of histories. A run that checks none proves nothing. */
    async end(): Promise<number> {
      isOver = true;
      await contending;
      if (checked === 0) broken.push('no history of rivals was checked');
      return checked;
    },
  };
}

async function openArena(platform: Platform): Promise<Arena> {
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
  const clients = await asOperator(platform, async (operator) => {
    const { institutionId } = await importBundle({ bundle, call: (actor) => operator.call(actor.institutionId) });
    return newClients(platform, operator, institutionId, CLIENTS);
  });
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
