import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { World } from './world.ts';

/** What befalls one server is not noticed on the other. */
export function describeNeighbour({ system, first, placed }: World): void {
  const url = () => `http://127.0.0.1:${system.port}/readyz`;

  /** Everything that an institution does with its own server. */
  async function work({ institution: { client }, records }: World['first']): Promise<void> {
    const member = await Member.create(client);
    must(201, await member.start('2026-10-05T07:00:00Z'));
    must(200, await member.stop());
    expect(await member.logs()).toHaveLength(1);
    for (const path of ['/appointments', `/rooms/${records.roomId}`, `/curricula/${records.curriculumId}`])
      must(200, await client.get(path));
  }

  describe('a server that does not answer', () => {
    it('fails the requests of its institutions alone, which work again afterwards', async () => {
      const { client } = placed.institution;
      const member = await Member.create(client);
      const server = system.servers.get('b');
      await server?.signal('SIGSTOP');
      const key = `silent-${member.userId}`;
      const failing = [
        member.start('2026-10-05T07:00:00Z', { key }),
        client.get('/appointments'),
        client.get(`/rooms/${placed.records.roomId}`),
        client.get(`/curricula/${placed.records.curriculumId}`),
      ];
      await work(first);
      expect((await fetch(url())).status).toBe(200);
      // Who the people are is known on the first server.
      must(200, await client.get(`/users/${member.userId}`));
      for (const { status, headers } of await Promise.all(failing)) {
        expect([503, 504]).toContain(status);
        expect(status === 504 || headers.has('retry-after')).toBe(true);
      }
      await work(first);
      expect((await fetch(url())).status).toBe(200);

      await server?.signal('SIGCONT');
      const session = await until('the punch', async () => {
        const answer = await member.start('2026-10-05T07:00:00Z', { key });
        return answer.status === 201 && answer.body.data;
      });
      expect((await member.active()).id).toBe(session.id);
      must(200, await member.stop());
      await until('its lists', async () => (await client.get('/appointments')).status === 200);
      await work(placed);
    });
  });

  describe('a busy server', () => {
    it('with all its sessions taken, and all places before them, refuses its institutions alone', async () => {
      const { id, client } = placed.institution;
      const members = await Promise.all(Array.from({ length: 24 }, () => Member.create(client)));
      // One alone may not take all.
      const another = await system.newInstitution(undefined, 'b');
      const held = await HeldTable.hold(system.databaseUrl('timetracking@b'), 'time_records', 'reads');
      const lists = [id, another.id].map((institutionId) => {
        const call = system.callAt('timetracking@b', { kind: 'operator', institutionId });
        return () => call(RecordService.method.listRecords, ALL).then(() => 'answered', codeOf);
      });
      const punches = members.map((member) => member.start('2026-10-05T07:00:00Z'));
      const calls: Promise<string>[] = [];
      let refused = 0;
      await until('no place for any of many calls', () => {
        if (refused >= ROUND) return true;
        for (let each = 0; each < ROUND; each++) {
          const call = present(lists[each % lists.length], 'call')();
          calls.push(call);
          void call.then((answer) => (refused += answer === 'SERVICE_BUSY' ? 1 : 0));
        }
        return false;
      });
      await held.waiters(MAX_SESSIONS);
      await work(first);
      await held.release();
      for (const { status } of await Promise.all(punches)) expect([201, 503]).toContain(status);
      expect([...new Set(await Promise.all(calls))].filter((answer) => !POSSIBLE.has(answer))).toEqual([]);
      await work(placed);
    });
  });
}

const ROUND = 600;
const ALL = { page: { size: 1 }, from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
const MAX_SESSIONS = 8;
const POSSIBLE = new Set(['answered', 'SERVICE_BUSY', 'DEPENDENCY_UNAVAILABLE']);

function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : String(error);
}
