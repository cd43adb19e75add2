import { expect, it, onTestFinished } from 'vitest';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';

it('an export ends when the session has ended', async () => {
  const system = await TestSystem.start({ platform: 'own' });
  onTestFinished(() => system.stop());
  const ada = await newAdministrator(system);
  const { id, operator } = ada.institution;
  await newAdministrator(system, { institution: ada.institution });
  const visitor = await signedIn(system, ada);
  const [people, each] = [100, 300];
  await query(
    system.databases.url('directory'),
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1, md5('p' || n)::uuid, n || '@y.example', n || '@y.example', 'Person', false, false, gen_random_uuid(), now(), now()
     FROM generate_series(1, ${people}) AS n`,
    [id],
  );
  await query(
    system.databases.url('timetracking'),
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), md5('p' || p)::uuid, at, at + interval '8 hours', at, '[]', '[]', 'api', repeat('x', 1900), false, gen_random_uuid(), at, at
     FROM generate_series(1, ${people}) AS p, generate_series(1, ${each}) AS n,
       LATERAL (SELECT timestamptz '2026-01-01T06:00Z' + n * interval '1 day' AS at) AS t`,
    [id],
  );
  const begin = () =>
    fetch(`${system.consoleUrl}/console/time-records/export?from=2026-01-01&to=2026-12-31`, {
      headers: { cookie: `lyceum-console=${visitor.cookies.get('lyceum-console')}` },
    });
  // A session that goes on is asked for again, and the file is whole.
  const whole = await begin();
  const reader = whole.body?.getReader();
  await reader?.read();
  system.clock.advance(30_000);
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
  expect(bytes).toBeGreaterThan(people * each * 1_900);

  const cut = await begin();
  const other = cut.body?.getReader();
  await other?.read();
  await operator(AdministratorService.method.removeAdministrator, { userId: ada.userId });
  system.clock.advance(30_000);
  const rest = async () => {
    for (let part = await other?.read(); part && !part.done; part = await other?.read());
  };
  await expect(rest()).rejects.toThrow();
});
