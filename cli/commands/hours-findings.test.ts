import { describe, expect, it } from 'vitest';
import { workingTimeRules } from '../../platform/core/working-time-rules.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { changeSettings } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { must } from '../../test/time-tracking/member.ts';
import { schoolIn } from '../../test/time-tracking/school-in.ts';

const system = await TestSystem.start();
const school = await schoolIn(system, null);
await changeSettings(school, { workingTimeRules: workingTimeRules.from('de-arbzg') });
const member = await school.newMember();
must(201, await member.log('2026-10-05T08:00:00Z', '2026-10-05T15:00:00Z'));
const other = await school.newMember();
must(201, await other.log('2026-10-04T08:00:00Z', '2026-10-04T09:00:00Z'));
const OCTOBER = ['--from', '2026-10-01', '--to', '2026-11-01'];

async function findings(...args: string[]) {
  const all = ['hours', 'findings', '--institution', school.id, ...args];
  const { code, stdout, stderr } = await runCli(all, { environment: system.addresses });
  return { code, stdout, stderr };
}

describe('lyceum hours findings', () => {
  it('shows what the rules do not allow', async () => {
    const { code, stdout, stderr } = await findings(...OCTOBER);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))).toEqual([
      ['DATE', 'USER', 'RULE', 'MINUTES', 'PARAGRAPH'],
      ['2026-10-04', other.userId, 'sunday_work', '60 of 0', '§ 9 Abs. 1 ArbZG'],
      ['2026-10-05', member.userId, 'break_too_short', '0 of 30', '§ 4 Satz 1 ArbZG'],
      ['2026-10-05', member.userId, 'stretch_too_long', '420 of 360', '§ 4 Satz 3 ArbZG'],
      [''],
    ]);
  });

  it('prints JSON as the API returns it', async () => {
    const query = { from: '2026-10-01', to: '2026-11-01' };
    const { data } = must(200, await school.client.get('/time-tracking/findings', { query })).body;
    expect(JSON.parse((await findings(...OCTOBER, '--json')).stdout)).toEqual(data);
    const ofOne = await findings(
      ...OCTOBER,
      '--json',
      '--user',
      other.email,
      '--rule',
      'sunday_work',
      '--state',
      'all',
    );
    expect(JSON.parse(ofOne.stdout)).toEqual(data.slice(0, 1));
    expect(JSON.parse((await findings(...OCTOBER, '--json', '--state', 'acknowledged')).stdout)).toEqual([]);
  });

  it.each<[string[], RegExp]>([
    [[...OCTOBER, '--rule', 'late'], /Allowed choices are break_too_short/],
    [[...OCTOBER, '--state', 'seen'], /Allowed choices are open/],
    [['--from', '5.10.', '--to', '2026-11-01'], /--from must be a date such as 2026-10-05\./],
    [['--from', '2026-11-01', '--to', '2026-11-01'], /to: must be later than from/],
    [['--from', '2026-10-01', '--to', '2027-11-01'], /at most 366 days after from/],
    [[...OCTOBER, '--user', 'nobody@lyceum.example'], /member/i],
    [['--from', '2026-10-01'], /required option '--to <date>' not specified/],
  ])('%j ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await findings(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
