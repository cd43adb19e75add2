import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import type { Draws } from '../../test/support/draws.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import type { TestAnswer } from '../../test/support/test-messages.ts';
import type { MemberNames } from '../../test/time-tracking/member.ts';
import { expectAnswer, recordsShown } from '../../test/time-tracking/random/judge.ts';
import { randomRequest } from '../../test/time-tracking/random/random-request.ts';
import { comparable, type Seen } from '../../test/time-tracking/random/seen.ts';
import { spelledMember } from '../../test/time-tracking/random/spelling.ts';
import { daysAround, hoursShown } from '../../test/time-tracking/reference/hours.ts';
import type { ReferenceState } from '../../test/time-tracking/reference/records.ts';
import { shown } from '../../test/time-tracking/reference/shown.ts';
import { chooseAction } from './choose-action.ts';

/** The time of a member's school. */
export interface SchoolTime {
  readonly now: number;
  readonly zone: string | null;
  /** Now, and where its day begins and ends. */
  readonly edges: readonly number[];
}

/** A request with a key that has succeeded. */
type Success = Readonly<Record<'path' | 'key' | 'text', string> & { json: object; at: number }>;

/** A member with its records according to the reference. */
export class TrackedMember {
  readonly names: MemberNames;
  /** An archived member is read by the id alone, and does nothing. */
  isArchived = false;
  readonly #client: TestClient;
  readonly #draws: Draws;
  #records: ReferenceState['records'] = [];
  #last: Success | undefined;

  constructor(client: TestClient, names: MemberNames, draws: Draws) {
    this.#client = client;
    this.names = names;
    this.#draws = draws;
  }

  get records(): number {
    return this.#records.length;
  }

  /** Sends a request, and compares its answer with the reference's. Returns the status. */
  async act({ now, zone, edges }: SchoolTime): Promise<number> {
    const last = this.#last;
    if (last && !this.isArchived && now - last.at < KEY_MS && this.#draws.chance(0.03)) return this.#repeat(last);
    const state: ReferenceState = { zone, records: this.#records };
    const action = chooseAction(this.#draws, state);
    const request = randomRequest(action, { window: { zone, changes: edges }, seen: recentOf(state), now });
    const path = `/time-tracking${request.path}`;
    const json = { ...spelledMember(this.names, action.spelling), ...request.json };
    const key = randomUUID();
    const { method } = request;
    const answer = await this.#client.send(method, path, {
      json,
      ...(method === 'PATCH' ? { ifMatch: '*' } : { key }),
    });
    try {
      if (this.isArchived) {
        // A fault that no stored data is needed for comes before the member that is not found (decisions 1.4).
        const isFaulty = action.kind === 'create' && request.expect({ zone, records: [] }, []).status === 422;
        expect(answer.status).toBe(isFaulty ? 422 : 404);
      } else this.#records = expectAnswer(state, request, answer).records;
    } catch (error) {
      throw new Error(`${method} ${path} ${JSON.stringify(json)}: ${answer.text}`, { cause: error });
    }
    if (method === 'POST' && answer.status < 300) this.#last = { path, json, key, text: answer.text, at: now };
    return answer.status;
  }

  /** Compares all records, read page by page, and the hours of their days with the reference's. */
  async compare(zone: SchoolTime['zone']): Promise<void> {
    const query = { userId: this.names.userId };
    const active = await this.#client.get('/time-tracking/sessions/active', { query });
    if (this.isArchived) expect(active.status).toBe(404);
    const limit = String(this.#draws.between(20, 100));
    const logs = await this.#client.walk('/time-tracking/logs', { ...query, limit });
    const { data = null } = active.body;
    const seen = { logs: logs.map(comparable), active: data && comparable(data) };
    const state = { zone, records: this.#records };
    const shown = recordsShown(state);
    const expected = this.isArchived ? { ...shown, active: null } : shown;
    // Faster than `expect`, which tells what differs.
    if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected);
    const days = daysAround(state);
    const hours = await this.#client.get('/time-tracking/totals', { query: { ...query, ...days } });
    expect(hours.body.data).toEqual({ ...query, ...hoursShown(state, days) });
  }

  /** Sends a request that has succeeded again, with its key. */
  async #repeat({ path, json, key, text }: Success): Promise<number> {
    const again: TestAnswer = await this.#client.post(path, json, { key });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', text]);
    return again.status;
  }
}

/** The records that were changed last, for changes to refer to. */
function recentOf({ records }: ReferenceState): Seen {
  const recent = records.slice(-RECENT).map(shown) as Seen['logs'];
  return {
    logs: recent.filter(({ endTime }) => endTime !== null),
    active: recent.find(({ endTime }) => endTime === null) ?? null,
  };
}

const RECENT = 20;
/** Within the 24 hours in which a key is known. */
const KEY_MS = 20 * HOUR_MS;
