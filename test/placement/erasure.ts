import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { tablesWith } from '../erasure/needles.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { placeable } from '../support/postgres/other-server.ts';
import { newUser } from '../support/test-directory.ts';
import { newAppointment } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { World } from './world.ts';

const NEEDLE = 'Glockenspieler';

/** Directory decides who is erased, and asks the other server, which then forgets the person too. */
export function describeErasure({ system, environment, placed }: World): void {
  const { client, id: institution } = placed.institution;
  const erase = (userId: string, ...more: readonly string[]) =>
    runCli(['people', 'erase', userId, '--institution', institution, '--yes', userId, ...more], { environment });
  const databases = [...services.map(({ name }) => name), ...placeable.map(({ name }) => `${name}@b`)];
  const found = async () => {
    const tables = databases.map(async (name) =>
      (await tablesWith(system.databaseUrl(name), NEEDLE)).map((table) => `${name}.${table}`),
    );
    return (await Promise.all(tables)).flat();
  };

  it('a person on another server is erased there, but not while clocked in', async () => {
    const user = await newUser(client, { name: NEEDLE, email: `${NEEDLE}@school.example` });
    const member = new Member(client, { userId: user.id, email: '', code: '' });
    must(201, await member.log('2026-10-05T05:00:00Z', '2026-10-05T05:30:00Z', { note: `${NEEDLE} was ill` }));
    must(201, await member.start('2026-10-05T06:30:00Z'));
    const [{ layerId }] = (await client.get('/courses')).body.data;
    await newAppointment(client, layerId, { organizerIds: [user.id], notes: `Ask ${NEEDLE}` });
    const archive = async (isArchived: boolean) =>
      must(200, await client.patch(user.path, { isArchived }, { ifMatch: '*' }));

    await archive(true);
    expect(await erase(user.id)).toMatchObject({ code: 2, stderr: expect.stringContaining('clocked in') });
    const before = await found();
    expect(before).toEqual(
      expect.arrayContaining([
        ...['directory.users', 'timetracking@b.time_records', 'timetracking@b.idempotency_keys'],
        ...['scheduling@b.appointments', 'scheduling@b.idempotency_keys'],
      ]),
    );
    await archive(false);
    must(200, await member.stop());
    await archive(true);
    // That the person had come back is told later, and ends what was planned by then.
    system.clock.advance(1_000);
    const { code, stderr } = await erase(user.id, '--now');
    expect([code, stderr]).toEqual([0, '']);
    await until('that the person is forgotten', async () => (await found()).length === 0);
  });
}
