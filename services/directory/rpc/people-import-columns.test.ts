import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';

const { rememberPeopleColumns } = PeopleImportService.method;

let service: TestService;
let actor: AdministratorActor;
let call: Call;
let people: PeopleImporter;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  actor = await newAdministrator(service);
  call = service.call(actor);
  people = new PeopleImporter(call);
});

const remember = (id: string, columns: Record<string, string>, by = call) =>
  by(rememberPeopleColumns, { id, columns: Object.entries(columns).map(([header, column]) => ({ header, column })) });
const readAs = async (...lines: readonly string[]) =>
  (await people.preview(await people.keep(...lines))).columns.map(({ header, column }) => [header, column]);

it('a name is remembered however it is written, until it means something else', async () => {
  const id = await people.keep('email,Kürzel', 'a@x.example,AL');
  await remember(id, { Kürzel: 'code', Name: 'lastName' });
  // The letters decomposed, as a Mac writes them.
  expect(await readAs('E-MAIL,Name,KU\u0308RZEL', 'a@x.example,Lee,AL')).toEqual([
    ['E-MAIL', 'email'],
    ['Name', 'lastName'],
    ['KU\u0308RZEL', 'code'],
  ]);
  await remember(id, { kürzel: '' });
  expect((await readAs('email,Kürzel', 'a@x.example,AL'))[1]).toEqual(['Kürzel', '']);
});

it('only a file of the session says what columns mean', async () => {
  const id = await people.keep('email,name', 'a@x.example,A');
  const other = service.call({ ...actor, sessionId: crypto.randomUUID() });
  await expect(remember(id, { name: 'code' }, other)).rejects.toMatchObject({ code: 'PEOPLE_IMPORT_NOT_FOUND' });
  expect((await readAs('email,name', 'a@x.example,A'))[1]).toEqual(['name', 'name']);
});

it('an institution remembers the latest 500 names', async () => {
  const id = await people.keep('email,name', 'a@x.example,A');
  const some = (from: number) => Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`c${from + n}`, 'code']));
  await Promise.all([0, 50].map((from) => remember(id, some(from))));
  for (let from = 200; from < 800; from += 100) await remember(id, some(from));
  const [row] = await service.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM people_columns WHERE institution_id = $1',
    [actor.institutionId],
  );
  expect(row?.count).toBe(500);
});

it('of a wide file the first 60 columns can be chosen', async () => {
  const names = Array.from({ length: 70 }, (_, n) => `column-${n}`);
  const { columns, faultCount } = await people.preview(await people.keep(['email', ...names].join(','), 'a@x.example'));
  expect([columns.length, columns[0], faultCount]).toEqual([60, expect.objectContaining({ column: 'email' }), 71]);
});
