import { describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { must } from '../../test/time-tracking/member.ts';
import { schoolIn } from '../../test/time-tracking/school-in.ts';

const system = await TestSystem.start();
const school = await schoolIn(system, null);
const member = await school.newMember();
const pauses = [{ startTime: '2026-10-05T23:00:00Z', endTime: '2026-10-05T23:30:00Z' }];
must(201, await member.log('2026-10-05T20:55:00Z', '2026-10-06T06:00:00Z', { pauses }));
const DAYS = ['--from', '2026-10-05', '--to', '2026-10-08'];

function environmentOf({ clientId, clientSecret } = school.client) {
  return { LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
}

async function hours(args: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['hours', ...args], { environment: environmentOf() });
  return { code, stdout, stderr };
}

describe('lyceum hours', () => {
  it('shows the hours of each day, and of all together', async () => {
    const { code, stdout, stderr } = await hours([...DAYS, '--code', member.code]);
    expect([code, stderr]).toEqual([0, 'Days are those of UTC.\n']);
    expect(stdout.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['FROM', 'TO', 'WORKED', 'PAUSES', 'LOGS', 'AUTO-CLOSED'],
      ['2026-10-05', '2026-10-06', '2:35', '0:30', '1', '0'],
      ['2026-10-06', '2026-10-07', '6:00', '0:00', '1', '0'],
      ['2026-10-07', '2026-10-08', '0:00', '0:00', '0', '0'],
      ['TOTAL', '8:35', '0:30', '1', '0'],
      [''],
    ]);
  });

  it('shows those of weeks and months, of a member by email and id', async () => {
    const week = await hours([...DAYS, '--email', member.email, '--by', 'week']);
    expect(week.stdout).toMatch(/^2026-10-05 +2026-10-08 +8:35 +0:30 +1 +0\nTOTAL/m);
    expect((await hours([...DAYS, '--user', member.userId, '--by', 'month'])).stdout).toBe(week.stdout);
  });

  it('names the open session, which does not count', async () => {
    const worker = await school.newMember();
    must(201, await worker.start('2026-10-05T08:00:00Z'));
    const { stdout, stderr } = await hours([...DAYS, '--code', worker.code]);
    expect(stdout).toMatch(/^TOTAL +0:00 +0:00 +0 +0$/m);
    expect(stderr).toContain('Not counted: the session that has been open since 2026-10-05T08:00:00.000Z.\n');
  });

  it('prints JSON as the API returns it', async () => {
    const query = { userId: member.userId, from: '2026-10-05', to: '2026-10-08' };
    const { data } = must(200, await school.client.get('/time-tracking/totals', { query })).body;
    const { stdout, stderr } = await hours([...DAYS, '--code', member.code, '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([data, '']);
  });

  it('shows those of all members, as CSV and JSON too; no names without access to users', async () => {
    const all = await hours([...DAYS, '--all']);
    const rows = all.stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect([all.code, rows[0]]).toEqual([0, ['USER', 'CODE', 'NAME', 'WORKED', 'PAUSES', 'LOGS', 'AUTO-CLOSED']]);
    const { name } = must(200, await school.client.get(`/users/${member.userId}`)).body.data;
    expect(rows).toContainEqual([member.userId, member.code, name, '8:35', '0:30', '1', '0']);
    const csv = (await hours([...DAYS, '--all', '--csv'])).stdout.split('\n');
    expect(csv[0]).toBe('userId,code,name,workedMinutes,workedSeconds,pauseMinutes,logs,autoClosed,openSince');
    expect(csv).toContain(`${member.userId},${member.code},${name},515,30900,30,1,0,`);
    const query = { from: '2026-10-05', to: '2026-10-08' };
    const { data } = must(200, await school.client.get('/time-tracking/member-totals', { query })).body;
    expect(JSON.parse((await hours([...DAYS, '--all', '--json'])).stdout)).toEqual(data);
    expect((await hours([...DAYS, '--all', '--group', member.userId, '--json'])).stdout).toBe('[]\n');
    const narrow = await system.newClient(school.id, undefined, { access: 'read', areas: ['time-tracking'] });
    const { stdout } = await runCli(['hours', ...DAYS, '--all', '--csv'], { environment: environmentOf(narrow) });
    expect(stdout).toContain(`\n${member.userId},,,515,30900,30,1,0,\n`);
  });

  it('shows the logs of all members, as CSV and JSON too', async () => {
    const { code, stdout } = await hours(['logs', ...DAYS]);
    const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect([code, rows[0]]).toEqual([0, ['START', 'END', 'WORKED', 'USER', 'CODE', 'NAME']]);
    const { name } = must(200, await school.client.get(`/users/${member.userId}`)).body.data;
    const times = ['2026-10-05T20:55:00.000Z', '2026-10-06T06:00:00.000Z'];
    expect(rows).toContainEqual([...times, '8:35', member.userId, member.code, name]);
    const query = { from: '2026-10-05', to: '2026-10-08' };
    const { data } = must(200, await school.client.get('/time-tracking/member-logs', { query })).body;
    expect(JSON.parse((await hours(['logs', ...DAYS, '--json'])).stdout)).toEqual(data);
    const csv = (await hours(['logs', ...DAYS, '--csv'])).stdout.split('\n');
    expect(csv).toHaveLength(data.length + 2);
    expect(csv.at(-2)).toMatch(`,${member.userId},${member.code},${name},${times},closed,515,30,false,,api,,2026-`);
    expect((await hours(['logs', ...DAYS, '--group', member.userId, '--json'])).stdout).toBe('[]\n');
  });

  const WHO = 'error: Name the member with exactly one of --code, --email and --user, or take --all.\n';
  it.each<[string[], RegExp | string]>([
    [DAYS, WHO],
    [[...DAYS, '--code', 'x', '--user', 'y'], WHO],
    [[...DAYS, '--all', '--code', 'x'], /option '--all' cannot be used with option '--code <code>'/],
    [[...DAYS, '--code', 'x', '--csv'], 'error: --group and --csv need --all.\n'],
    [['--code', 'x', '--from', '2026-10-05'], /required option '--to <date>' not specified/],
    [[...DAYS, '--code', 'nobody'], /404 resource_not_found: No active member has the code nobody\./],
    [[...DAYS, '--code', 'x', '--by', 'year'], /Allowed choices are day, week, month/],
    [['--from', '5.10.', '--to', '2026-10-08', '--code', 'x'], /\(from: must be a date such as 2026-10-05\)/],
  ])('%j ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await hours(args);
    expect([code, stdout]).toEqual([2, '']);
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});
