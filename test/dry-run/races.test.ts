import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { query } from '../support/postgres/query.ts';
import type { TestClient } from '../support/test-client.ts';
import { changeSettings, newEmail, newUser } from '../support/test-directory.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';

let system: TestSystem;
let client: TestClient;
let timetable: Timetable;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  timetable = await Timetable.in(system);
  client = timetable.institution.client;
  await changeSettings(timetable.institution, { rejectRoomConflicts: true });
});
afterAll(() => system.stop());

const statuses = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status);
const hourOf = (n: number) => new Date(Date.UTC(2027, 0, 1, n)).toISOString();

it('two dry runs beside each write: every write succeeds, and each dry run loses or wins', async () => {
  for (let n = 0; n < 20; n++) {
    const body = { email: newEmail(), name: 'Ada' };
    const [first, second, real] = statuses(
      await Promise.all(['/dry-run/users', '/dry-run/users', '/users'].map((path) => client.post(path, body))),
    );
    expect(real).toBe(201);
    for (const tried of [first, second]) expect([201, 409]).toContain(tried);
    expect((await client.post('/dry-run/users', body)).status).toBe(409);
  }
});

it('a room that two dry runs and a booking want at once is booked, by the booking', async () => {
  for (let n = 0; n < 10; n++) {
    const rooms = [{ roomId: timetable.id('rooms/hall') }];
    const booking = timetable.body({ dateTime: hourOf(n), duration: 60, rooms });
    const [first, second, real] = statuses(
      await Promise.all(
        ['/dry-run/appointments', '/dry-run/appointments', '/appointments'].map((path) => client.post(path, booking)),
      ),
    );
    expect(real).toBe(201);
    for (const tried of [first, second]) expect([201, 409]).toContain(tried);
    expect((await client.post('/dry-run/appointments', booking)).status).toBe(409);
  }
});

it('a dry run waits for the row that another transaction has changed, and sees the change', async () => {
  const { path, etag, id } = await newUser(client);
  const url = system.databases.url('directory');
  let hasEnded = false;
  const tried = await withClient({ connectionString: url }, async (other) => {
    await other.query('BEGIN');
    await other.query('UPDATE users SET revision = gen_random_uuid() WHERE id = $1', [id]);
    const begun = client.patch(`/dry-run${path}`, { name: 'Bea' }, { ifMatch: etag }).finally(() => {
      hasEnded = true;
    });
    await until('a wait for the row', async () => (await query(url, WAITING)).length === 1);
    expect(hasEnded).toBe(false);
    await other.query('COMMIT');
    return begun;
  });
  expect(tried.status).toBe(412);
});

/** Those who wait for the end of a transaction that has changed a row. */
const WAITING = "SELECT pid FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted";

it('a dry run has let go of its locks when it answers', async () => {
  const { path } = await newUser(client);
  for (let n = 0; n < 10; n++) {
    expect((await client.patch(`/dry-run${path}`, { name: `Bea ${n}` }, { ifMatch: '*' })).status).toBe(200);
    const held = await HeldTable.hold(system.databases.url('directory'), 'users', 'reads');
    await held.release();
  }
});
