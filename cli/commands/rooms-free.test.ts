import { describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { limitedClient } from '../../test/support/limited-client.ts';
import { startTimetables } from '../../test/support/test-timetable.ts';

const { system, school } = await startTimetables();
await school.create({
  dateTime: '2026-10-12T08:00:00Z',
  duration: 60,
  rooms: [{ roomId: school.id('rooms/attic') }],
});
const TIME = ['--from', '2026-10-12T08:00:00Z', '--to', '2026-10-12T09:00:00Z'];

function environmentOf({ clientId, clientSecret } = school.client) {
  return { LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
}

async function free(args: readonly string[], environment: Record<string, string> = environmentOf()) {
  const { code, stdout, stderr } = await runCli(['rooms', 'free', ...args], { environment });
  return { code, stdout, stderr };
}

describe('lyceum rooms free', () => {
  it('lists the free rooms, with the seats of the setup to book', async () => {
    const { code, stdout, stderr } = await free(TIME);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ROOM', 'SEATS', 'SETUP', 'ID'],
      ['Hall', '36', 'Rows', school.id('rooms/hall')],
      ['Überraum', '0', '-', school.id('rooms/cellar')],
      [''],
    ]);
    expect((await free(['--from', '2026-10-12T11:00:00+02:00', '--to', '2026-10-12T09:30:00Z'])).stdout).toMatch(
      /^attic +- +- /m,
    );
  });

  it('of an integration without the area ends with 2 and the sentence', async () => {
    const limited = await limitedClient(system, school.institution, { areas: ['users'] });
    const { code, stderr } = await free(TIME, environmentOf(limited));
    expect([code, stderr]).toEqual([2, expect.stringContaining('This integration has no access to locations.')]);
  });

  it('filters by seats, and shows the setup that has them', async () => {
    expect((await free([...TIME, '--capacity', '40'])).stdout).toMatch(/\nHall {2}40 {5}Circle {2}[\w-]{36}\n$/);
    const none = await free([...TIME, '--capacity', '41']);
    expect(none).toEqual({ code: 0, stdout: '', stderr: 'No matching room is free.\n' });
  });

  it('filters by location, by its id or its name', async () => {
    for (const location of [school.id('locations/harbour'), school.id('locations/harbour').toUpperCase(), 'Harbour'])
      expect(JSON.parse((await free([...TIME, '--json', '--location', location])).stdout)).toMatchObject([
        { name: 'Hall' },
        { name: 'Überraum' },
      ]);
    expect(await free([...TIME, '--json', '--location', 'Hill'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    const unknown = await free([...TIME, '--location', 'Moon']);
    expect(unknown).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: There is no location "Moon". Known locations include Harbour, Hill.\n',
    });
  });

  it('prints JSON as the API returns it, up to a limit', async () => {
    const query = { from: '2026-10-12T08:00:00Z', to: '2026-10-12T09:00:00Z' };
    const { data } = (await school.get('/rooms/free', query)).body;
    expect(JSON.parse((await free([...TIME, '--json'])).stdout)).toEqual(data);
    const one = await free([...TIME, '--json', '--limit', '1']);
    expect(JSON.parse(one.stdout)).toEqual(data.slice(0, 1));
    expect(one.stderr).toBe('More rooms are free: raise --limit to see more than 1.\n');
  });

  it.each([
    [['--from', '2026-10-12T08:00:00Z'], "error: required option '--to <time>' not specified"],
    [[...TIME, '--capacity', '0'], 'error: --capacity must be a positive integer.'],
    [[...TIME, '--limit', 'all'], 'error: --limit must be a positive integer.'],
    [['--from', '2026-10-12', '--to', '2026-10-13'], /400 bad_request: .*\(from: .*; to: .*\)/],
    [['--from', '2026-10-12T08:00:00Z', '--to', '2026-10-12T08:00:00Z'], /\(to: must be later than from\)/],
  ])('%j ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await free(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
