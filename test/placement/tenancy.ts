import { describe, expect, it } from 'vitest';
import { Connection } from '../../cli/connection.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { TEST_OPERATOR_TOKEN } from '../support/calls/test-identities.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { everythingOf } from '../support/placement/everything-of.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { Member, must } from '../time-tracking/member.ts';
import { bothIn, type World } from './world.ts';

/** Each institution, its administrators and its operators see all that it has, and nothing of another server. */
export function describeTenancy(world: World): void {
  const { system, environment } = world;

  describe.each(bothIn(world))('an institution %s', (_, { institution, records }, other) => {
    const { id, client } = institution;

    it('reads all that it has written, and nothing of the other', async () => {
      const [mine, foreign] = [await everythingOf(client), await everythingOf(other.institution.client)];
      for (const [path, ids] of mine) {
        expect([path, ids.length]).not.toEqual([path, 0]);
        expect([path, ids.filter((each) => foreign.get(path)?.includes(each))]).toEqual([path, []]);
      }
    });

    it('does not know the ids of the other', async () => {
      const theirs = other.institution.client;
      const { logId, userId, roomId, locationId, curriculumId, programId, member } = other.records;
      const appointment = (await theirs.get('/appointments')).body.data[0].id;
      const paths = [
        ...[`/rooms/${roomId}`, `/locations/${locationId}`, `/appointments/${appointment}`],
        ...[`/curricula/${curriculumId}`, `/continuing-education/${programId}`],
      ];
      for (const path of paths) {
        expect([path, (await theirs.get(path)).status]).toEqual([path, 200]);
        expect([path, (await client.get(path)).status]).toEqual([path, 404]);
      }
      const log = `/time-tracking/logs/${logId}`;
      expect((await theirs.get(log, { query: member })).status).toBe(200);
      for (const query of [member, records.member]) expect((await client.get(log, { query })).status).toBe(404);
      expect((await client.post('/time-tracking/sessions/start', { userId })).status).toBe(404);
    });

    it('clocks in and out, once with each key', async () => {
      const member = await Member.create(client);
      const at = '2026-10-05T07:00:00Z';
      const start = must(201, await member.start(at, { key: `start-${id}` }));
      const again = must(201, await member.start(at, { key: `start-${id}` }));
      expect(again.body.data).toEqual(start.body.data);
      expect((await member.active()).id).toBe(start.body.data.id);
      must(200, await member.stop());
      expect((await member.logs()).map((log: { id: string }) => log.id)).toEqual([start.body.data.id]);
    });

    it('shows its appointments in a calendar', async () => {
      const { url } = await newCalendarFeed(client, { courseId: records.courseId });
      const { status, text } = await readFeed(url);
      expect([status, text.match(/BEGIN:VEVENT/g)?.length]).toEqual([200, 1]);
    });

    it('shows its hours and who changed them to administrators', async () => {
      const visitor = await signedIn(system, await newAdministrator(system, { institution }));
      const days = 'from=2026-10-01&to=2026-10-31';
      const list = await visitor.get(`/console/time-records?${days}&person=${records.userId}`);
      expect(list.status).toBe(200);
      expect(list.text).toContain(records.logId);
      expect(list.text).not.toContain(other.records.logId);
      const { text } = await visitor.get(`/console/audit?record=${records.logId}`);
      expect(words(text)).toContain('added a time record of Somebody');
    });

    it('is known to operators, also on the command line', async () => {
      const connection = new Connection({ ...environment, LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN });
      try {
        const { records: found } = await connection.callFor(id)(RecordService.method.listRecords, {
          ...{ page: { size: 100 }, from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
        });
        const ids = found.map((record) => record.id);
        expect(ids).toContain(records.logId);
        expect(ids).not.toContain(other.records.logId);
      } finally {
        connection.close();
      }
      const { code, stdout } = await runCli(['audit', '--institution', id, '--json'], { environment });
      expect([code, stdout.includes(records.logId), stdout.includes(other.records.logId)]).toEqual([0, true, false]);
    });
  });
}
