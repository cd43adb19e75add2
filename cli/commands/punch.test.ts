import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { PunchCli } from '../../test/support/cli/punch-cli.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { importRecords } from '../../test/support/import-records.ts';
import { changeSettings } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { type Member, must } from '../../test/time-tracking/member.ts';
import { type School, schoolIn } from '../../test/time-tracking/school-in.ts';

let system: TestSystem;
let cli: PunchCli;
let school: School;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  cli = await PunchCli.open(system);
  school = await schoolIn(system, 'Europe/Berlin');
});

afterAll(async () => {
  await system?.stop();
  await cli?.close();
});

function day({ code }: Member): string[] {
  return [
    `${code},start,2026-10-05T08:00:00+02:00,,`,
    `${code},pause,2026-10-05T12:00:00+02:00,,`,
    `${code},resume,2026-10-05T12:30:00+02:00,,`,
    `${code},timestamp,2026-10-05T13:00:00+02:00,"Lab, room 2",`,
    `${code},stop,2026-10-05T16:30:00+02:00,,`,
  ];
}

describe('a day of punches', () => {
  it('is accepted row by row; sending the same file again changes nothing', async () => {
    const members = [await school.newMember(), await school.newMember()];
    const rows = members.flatMap(day);
    const first = await cli.send(school.client, rows);
    expect([first.code, first.stderr, first.json]).toEqual([
      0,
      '',
      { rows: 10, accepted: 10, replayed: 0, refused: 0, unsent: 0 },
    ]);
    const before = await Promise.all(members.map((member) => member.state()));
    expect(before[0]).toMatchObject({
      active: null,
      logs: [
        {
          startTime: '2026-10-05T06:00:00.000Z',
          endTime: '2026-10-05T14:30:00.000Z',
          source: 'session',
          pauses: [{ startTime: '2026-10-05T10:00:00.000Z', endTime: '2026-10-05T10:30:00.000Z' }],
          timestamps: [{ label: 'Lab, room 2', time: '2026-10-05T11:00:00.000Z' }],
        },
      ],
    });
    const again = await cli.send(school.client, rows);
    expect([again.code, again.counts]).toEqual([0, [0, 10, 0]]);
    expect(await Promise.all(members.map((member) => member.state()))).toEqual(before);
  });

  it('continues with rows appended to the file', async () => {
    const member = await school.newMember();
    expect((await cli.send(school.client, day(member).slice(0, 2))).counts).toEqual([2, 0, 0]);
    expect((await member.active()).status).toBe('paused');
    expect((await cli.send(school.client, day(member))).counts).toEqual([3, 2, 0]);
    expect(await member.active()).toBeNull();
  });

  it('keeps the order of each member among many', async () => {
    const members = await Promise.all(Array.from({ length: 15 }, () => school.newMember()));
    const days = members.map(day);
    const rows = [0, 1, 2, 3, 4].flatMap((index) => days.map((ofMember) => ofMember[index] ?? ''));
    expect((await cli.send(school.client, rows)).counts).toEqual([75, 0, 0]);
  });

  it('keeps codes as written: leading zeros matter, case does not', async () => {
    const [seven, doubleSeven] = [await school.newMember('0007'), await school.newMember('007')];
    const name = await school.newMember('Door-I');
    const at = '2026-10-05T08:00:00+02:00';
    const { counts } = await cli.send(school.client, [
      `0007,start,${at},,`,
      `door-i,start,${at},,`,
      `007,start,${at},,`,
      `DOOR-I,stop,2026-10-05T09:00:00+02:00,,`,
      `7,start,${at},,`,
    ]);
    expect(counts).toEqual([4, 0, 1]);
    expect([await seven.active(), await doubleSeven.active()]).toMatchObject([{ status: 'open' }, { status: 'open' }]);
    expect(await name.logs()).toHaveLength(1);
  });

  it('can name templates', async () => {
    const [template] = await importRecords(school.operator, 'timestampTemplates', [
      { ref: 'lab', label: 'Laboratory' },
    ]);
    const { code } = await school.newMember();
    const { counts, stderr } = await cli.send(school.client, [
      `${code},start,2026-10-05T08:00:00+02:00,,`,
      `${code},timestamp,2026-10-05T09:00:00+02:00,,${template?.id}`,
      `${code},timestamp,2026-10-05T10:00:00+02:00,,nothing`,
    ]);
    expect(counts).toEqual([2, 0, 1]);
    expect(stderr).toMatch(/^line 4: 422 validation_failed: .*templateId/);
  });
});

describe('rows that are refused', () => {
  it('are printed with line, code and detail; the others are accepted, and the same file again changes nothing', async () => {
    const member = await school.newMember();
    const rows = [
      `${member.code},stop,2026-10-05T07:00:00+02:00,,`,
      `${member.code},start,2026-10-05T08:00:00+02:00,,`,
      `${member.code},start,2026-10-05T09:00:00+02:00,,`,
      'nobody,start,2026-10-05T08:00:00+02:00,,',
      `${member.code},stop,2026-10-05T08:30:00+02:00,,`,
      `${member.code},stop,2026-10-05T16:00:00+02:00,,`,
    ];
    await cli.save(rows);
    const first = await cli.run(school.client);
    expect(first.code).toBe(1);
    expect(first.stdout).toBe('ROWS  ACCEPTED  REPLAYED  REFUSED  UNSENT\n6     2         0         4        0\n');
    expect(first.stderr.trim().split('\n').sort()).toEqual([
      expect.stringMatching(/^line 2: 409 conflict: ./),
      expect.stringMatching(/^line 4: 409 conflict: ./),
      expect.stringMatching(/^line 5: 404 resource_not_found: ./),
      "line 6: out_of_order: earlier than the member's punch in line 4",
    ]);
    const state = await member.state();
    const again = await cli.send(school.client, rows);
    expect([again.code, again.counts]).toEqual([1, [0, 2, 4]]);
    expect(await member.state()).toEqual(state);
  });

  it('are sent again: the cause may be gone', async () => {
    const code = 'Late-1';
    const rows = [`${code},start,2026-10-05T08:00:00+02:00,,`, `${code},stop,2026-10-05T09:00:00+02:00,,`];
    expect((await cli.send(school.client, rows)).counts).toEqual([0, 0, 2]);
    await school.newMember(code);
    expect((await cli.send(school.client, rows)).counts).toEqual([2, 0, 0]);
  });

  it('include rows that were accepted more than 24 hours ago: their keys have expired', async () => {
    const member = await school.newMember();
    await cli.send(school.client, day(member));
    const state = await member.state();
    system.clock.advance(DAY_MS + 1);
    const again = await cli.send(school.client, day(member));
    expect([again.code, again.counts]).toEqual([1, [0, 0, 5]]);
    expect(await member.state()).toEqual(state);
  });
});

describe('nothing is sent', () => {
  it('if the file has a fault anywhere', async () => {
    const member = await school.newMember();
    const { code, stdout, stderr } = await cli.send(school.client, [
      ...day(member),
      `${member.code},go,2026-10-05T17:00:00+02:00,,`,
      `,start,2026-10-05T17:00:00,,`,
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toEqual([
      'line 7, column kind: is "go"; it must be one of start, pause, resume, stop, timestamp',
      'line 8, column code: has no value',
      expect.stringMatching(
        /^line 8, column time: is "2026-10-05T17:00:00"; it must be an RFC 3339 date-time with an offset/,
      ),
      `error: ${cli.path} has 3 faults; nothing was sent.`,
    ]);
    expect(await member.state()).toEqual({ logs: [], active: null });
  });

  it('without credentials', async () => {
    const { code, stderr } = await runCli(['punch', cli.path], { environment: { LYCEUM_URL: system.url } });
    expect(code).toBe(2);
    expect(stderr).toContain('LYCEUM_CLIENT_ID is missing');
    expect(stderr).toContain('LYCEUM_CLIENT_SECRET is missing');
  });

  it.each([
    [['punch'], "error: missing required argument 'file'"],
    [['punch', 'a', 'b'], "error: too many arguments for 'punch'"],
    [['punch', 'a', '--client-secret', 'b'], "error: unknown option '--client-secret'"],
  ])('for %j', async (args, message) => {
    const { code, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stderr.startsWith(message)).toBe(true);
  });
});

describe('a run ends', () => {
  it('when the credentials are rejected, without printing the secret', async () => {
    const member = await school.newMember();
    await cli.save(day(member));
    const folder = join(cli.path, '..');
    await writeFile(join(folder, 'secret'), 'wrong-secret');
    const args = ['punch', cli.path, '--json', '--url', `${system.url}/api/v4`, '--client-id', school.client.clientId];
    const answer = await runCli(args, { environment: { LYCEUM_CLIENT_SECRET_FILE: join(folder, 'secret') } });
    expect([answer.code, answer.json]).toEqual([2, { rows: 5, accepted: 0, replayed: 0, refused: 0, unsent: 5 }]);
    expect(answer.stderr).toBe(
      `error: ${system.url}/api/v4 rejects the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.\n`,
    );
    await writeFile(join(folder, 'secret'), school.client.clientSecret);
    const right = await runCli(args, { environment: { LYCEUM_CLIENT_SECRET_FILE: join(folder, 'secret') } });
    expect([right.code, right.json.accepted]).toEqual([0, 5]);
  });

  it('when time tracking is disabled', async () => {
    const closed = await schoolIn(system, null);
    const member = await closed.newMember();
    await changeSettings(closed, { timeTrackingEnabled: false });
    const { code, stderr, counts } = await cli.send(closed.client, day(member));
    expect([code, counts]).toEqual([2, [0, 0, 0]]);
    expect(stderr).toMatch(/^error: .*: 403 forbidden: /);
    await changeSettings(closed, { timeTrackingEnabled: true });
    must(200, await closed.client.get('/time-tracking/sessions/active', { query: { userId: member.userId } }));
  });
});
