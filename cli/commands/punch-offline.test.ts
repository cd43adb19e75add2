import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, toInstantText } from '../../platform/core/instant.ts';
import { PunchCli } from '../../test/support/cli/punch-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { must } from '../../test/time-tracking/member.ts';
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

/** Rows of a member, from kinds and times on 5 October in Berlin. */
function rowsOf(code: string, text: string): string[] {
  return text.split(', ').map((row) => row.replace(/^(\w+) (.*)$/, `${code},$1,2026-10-05T$2:00+02:00,,`));
}

/** A number of consecutive logs of half a minute each, from an instant on: two rows each. */
function manyLogs(code: string, count: number, from: string): string[] {
  const first = Date.parse(from);
  return Array.from({ length: 2 * count }, (_, index) => {
    const time = toInstantText(first + index * 30_000);
    return `${code},${index % 2 === 0 ? 'start' : 'stop'},${time},,`;
  });
}

describe('an offline day', () => {
  it('becomes logs; sending the same file again changes nothing', async () => {
    const [ada, bob] = [await school.newMember('0042'), await school.newMember('042')];
    const rows = [
      ...rowsOf('0042', 'start 08:00, pause 12:00, resume 12:30, pause 15:00, stop 16:30'),
      ...rowsOf('042', 'start 22:00'),
      '042,stop,2026-10-06T06:00:00+02:00,,',
    ];
    const first = await cli.send(school.client, rows, '--offline');
    expect([first.code, first.stderr, first.json]).toEqual([
      0,
      '',
      { rows: 7, accepted: 7, replayed: 0, refused: 0, unsent: 0 },
    ]);
    const before = [await ada.state(), await bob.state()];
    expect(before).toMatchObject([
      {
        active: null,
        logs: [
          {
            startTime: '2026-10-05T06:00:00.000Z',
            endTime: '2026-10-05T14:30:00.000Z',
            source: 'bulk',
            pauses: [
              { startTime: '2026-10-05T10:00:00.000Z', endTime: '2026-10-05T10:30:00.000Z' },
              { startTime: '2026-10-05T13:00:00.000Z', endTime: '2026-10-05T14:30:00.000Z' },
            ],
          },
        ],
      },
      { active: null, logs: [{ startTime: '2026-10-05T20:00:00.000Z', endTime: '2026-10-06T04:00:00.000Z' }] },
    ]);
    const again = await cli.send(school.client, rows, '--offline');
    expect([again.code, again.counts]).toEqual([0, [0, 7, 0]]);
    expect([await ada.state(), await bob.state()]).toEqual(before);
    system.clock.advance(DAY_MS + 1);
    const later = await cli.send(school.client, rows, '--offline');
    expect([later.code, later.counts]).toEqual([0, [0, 7, 0]]);
    expect([await ada.state(), await bob.state()]).toEqual(before);
  });

  it('has rows that form no log: they are refused with their lines and not sent', async () => {
    const member = await school.newMember();
    const rows = [
      ...rowsOf(
        member.code,
        'pause 07:00, start 08:00, pause 08:30, start 09:00, resume 10:00, stop 11:00, stop 10:30',
      ),
      `${member.code},timestamp,2026-10-05T12:00:00+02:00,Lab,`,
      ...rowsOf(member.code, 'start 13:00'),
    ];
    const { code, stderr, counts } = await cli.send(school.client, rows, '--offline');
    expect([code, counts]).toEqual([1, [2, 0, 7]]);
    expect(stderr.trim().split('\n')).toEqual([
      'line 2: unpaired: no start precedes this pause',
      'line 3 (with 4): unpaired: no stop follows this start',
      'line 6: unpaired: no pause is running',
      "line 8: out_of_order: earlier than the member's punch in line 7",
      'line 9: not_replayable: a timestamp cannot be replayed offline',
      'line 10: unpaired: no stop follows this start',
    ]);
    expect(await member.logs()).toMatchObject([
      { startTime: '2026-10-05T07:00:00.000Z', endTime: '2026-10-05T09:00:00.000Z' },
    ]);
    expect(await member.active()).toBeNull();
  });
});

describe('items that fail', () => {
  it('are refused with their lines; the others are accepted', async () => {
    const [ada, bob] = [await school.newMember(), await school.newMember()];
    must(201, await ada.log('2026-10-05T10:00:00Z', '2026-10-05T11:00:00Z'));
    must(201, await ada.start('2026-10-05T20:00:00Z'));
    const rows = [
      ...rowsOf(ada.code, 'start 08:00, pause 09:00, resume 09:30, stop 12:30, start 13:00, stop 14:00'),
      ...rowsOf('nobody', 'start 08:00, stop 09:00'),
      ...rowsOf(bob.code, 'start 08:00, stop 08:00, start 09:00, stop 10:00'),
      `${ada.code},start,2026-10-05T21:00:00Z,,`,
      `${ada.code},stop,2026-10-05T22:00:00Z,,`,
    ];
    const first = await cli.send(school.client, rows, '--offline');
    expect([first.code, first.counts]).toEqual([1, [4, 0, 10]]);
    expect(first.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^line 2 \(with 3, 4, 5\): 409 conflict: ./),
      expect.stringMatching(/^line 8 \(with 9\): 404 resource_not_found: ./),
      expect.stringMatching(/^line 10 \(with 11\): 422 validation_failed: .*endTime/),
      expect.stringMatching(/^line 14 \(with 15\): 409 conflict: ./),
    ]);
    const state = [await ada.state(), await bob.state()];
    const again = await cli.send(school.client, rows, '--offline');
    expect([again.code, again.counts]).toEqual([1, [0, 4, 10]]);
    expect(again.stderr).toBe(first.stderr);
    expect([await ada.state(), await bob.state()]).toEqual(state);
  });

  it('are sent again although the response to their batch is stored: the cause may be gone', async () => {
    const member = await school.newMember();
    const rows = [
      ...rowsOf('Late-1', 'start 08:00, stop 09:00'),
      ...rowsOf(member.code, 'start 08:00, stop 09:00'),
      ...rowsOf('Late-2', 'start 08:00, stop 09:00'),
    ];
    const counts = async () => (await cli.send(school.client, rows, '--offline')).counts;
    expect(await counts()).toEqual([2, 0, 4]);
    expect(await counts()).toEqual([0, 2, 4]);
    await school.newMember('Late-2');
    expect(await counts()).toEqual([2, 2, 2]);
    await school.newMember('Late-1');
    expect(await counts()).toEqual([2, 4, 0]);
    expect(await counts()).toEqual([0, 6, 0]);
  });
});

describe('a file of several batches', () => {
  it('is replayed batch by batch; only appended rows are new', async () => {
    const members = [await school.newMember(), await school.newMember(), await school.newMember()];
    const rows = members.flatMap(({ code }) => manyLogs(code, 250, '2026-03-01T00:00:00Z'));
    const open = `${members[0]?.code},start,2026-04-01T08:00:00Z,,`;
    const first = await cli.send(school.client, [...rows, open], '--offline');
    expect([first.code, first.counts]).toEqual([1, [1500, 0, 1]]);
    const appended = [
      `${members[0]?.code},stop,2026-04-01T09:00:00Z,,`,
      ...manyLogs(members[1]?.code ?? '', 2, '2026-04-01T08:00:00Z'),
    ];
    const second = await cli.send(school.client, [...rows, open, ...appended], '--offline');
    expect([second.code, second.counts]).toEqual([0, [6, 1500, 0]]);
    const third = await cli.send(school.client, [...rows, open, ...appended], '--offline');
    expect([third.code, third.counts]).toEqual([0, [0, 1506, 0]]);
    const all = await school.client.walk('/time-tracking/logs', { userId: members[0]?.userId ?? '', limit: '100' });
    expect(all).toHaveLength(251);
  });

  it('can contain logs that already exist', async () => {
    const member = await school.newMember();
    const rows = rowsOf(member.code, 'start 08:00, stop 09:00, start 10:00, stop 11:00');
    expect((await cli.send(school.client, rows.slice(0, 2))).counts).toEqual([2, 0, 0]);
    expect((await cli.send(school.client, rows, '--offline')).counts).toEqual([2, 2, 0]);
    expect(await member.logs()).toHaveLength(2);
  });
});
