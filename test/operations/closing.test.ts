import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { compareWithLive } from '../../cli/archive/compare-live.ts';
import { verifyArchive } from '../../cli/archive/read-archive.ts';
import { serviceDatabaseUrls, withAllDatabases } from '../../cli/service-databases.ts';
import { SERVICES } from '../../cli/service-names.ts';
import { noteArchive } from '../../cli/standstill/note-archive.ts';
import { register } from '../../deploy/installation/register.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { query } from '../support/postgres/query.ts';
import { mentionsOf, rowsOfInstitution } from '../support/standstill/rows-of-institution.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import type { TestClient } from '../support/test-client.ts';
import { newEmail } from '../support/test-directory.ts';
import { refusal } from '../support/test-messages.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { must } from '../time-tracking/member.ts';

const system = await TestSystem.start({ platform: 'own' });
const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]);
const environment: Record<string, string> = { ...system.addresses, ...Object.fromEntries(urls) };

const cli = (...args: string[]) => runCli(args, { environment });
const done = async (...args: string[]) => {
  const answer = await cli('institutions', ...args);
  expect([args, answer.code, answer.stderr]).toEqual([args, 0, expect.any(String)]);
  return answer;
};
const newUser = (client: TestClient) =>
  client.send('POST', '/users', { json: { email: newEmail(), name: 'A' }, key: true });
type Deleted = { readonly service: string; readonly table: string; readonly rows: number };
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};
const stateOf = async (id: string) =>
  (await done('list', '--json')).json.find((each: { id: string }) => each.id === id);

afterAll(() => system.stop());

describe('a closed institution', () => {
  it('is unknown to all who use it, and is as it was when it is reopened', async () => {
    const school = await system.newInstitution();
    const neighbour = await system.newInstitution();
    await importOneOfEachRecord(school);
    const sync = await TestSync.create(system, school);
    const { data } = (await school.client.get('/users')).body;
    const feed = await newCalendarFeed(school.client, { userId: data[0].id });
    const administrator = await newAdministrator(system, { institution: school });
    const visitor = await signedIn(system, administrator);
    const [key, json] = [randomUUID(), { email: newEmail(), name: 'A' }];
    const created = must(201, await school.client.send('POST', '/users', { json, key }));
    const receiver = await TestReceiver.start();
    onTestFinished(() => receiver.end());
    must(201, await school.client.post('/webhook-endpoints', { url: receiver.url }));
    const link = await newLink(administrator);
    await done('freeze', school.id);
    const before = await rowsOfInstitution(system.databases, school.id);

    const { json: closed } = await done('close', school.id, '--json');
    expect(Date.parse(closed.deletesAt) - Date.parse(closed.closedAt)).toBe(30 * 86_400_000);
    expect(await stateOf(school.id)).toMatchObject({ state: 'closed', until: closed.deletesAt });
    expect(refusal(await school.client.get('/users'))).toBe('401 unauthorized');
    expect(refusal(await newUser(school.client))).toBe('401 unauthorized');
    expect((await sync.send('GET', '/Users')).status).toBe(401);
    expect((await readFeed(feed.url)).status).toBe(410);
    expect((await visitor.get('/console/people')).status).toBe(303);
    expect((await new Visitor(system.consoleUrl).post(link)).status).not.toBe(303);
    for (const args of [
      ['institutions', 'set', school.id, 'scheduling_enabled=true'],
      ['institutions', 'show', school.id],
      ['institutions', 'freeze', school.id],
      ['integrations', 'list', '--institution', school.id],
      ['webhooks', 'list', '--institution', school.id],
    ])
      expect([args, await cli(...args)]).toEqual([
        args,
        expect.objectContaining({ code: 2, stderr: expect.stringContaining('is closed') }),
      ]);
    expect((await cli('audit', '--institution', school.id)).code).toBe(0);
    expect((await done('close', school.id, '--json')).json).toEqual(closed);
    expect(must(201, await newUser(neighbour.client)).status).toBe(201);
    expect(await rowsOfInstitution(system.databases, school.id)).toEqual(before);

    await done('reopen', school.id);
    expect((await done('reopen', school.id)).stdout).toContain('is not closed');
    expect((await school.client.get('/users')).status).toBe(200);
    expect((await sync.send('GET', '/Users')).status).toBe(200);
    expect((await readFeed(feed.url)).status).toBe(200);
    expect((await visitor.get('/console/people')).status).toBe(303);
    const again = must(201, await school.client.send('POST', '/users', { json, key }));
    expect(again.body.data.id).toBe(created.body.data.id);
    await until('a delivery', async () => receiver.requests.length > 0 || (await newUser(school.client)) === null);
    expect(await stateOf(school.id)).toMatchObject({ state: 'open', until: null });
  });

  it('closes while others write: what was acknowledged is there after reopening', async () => {
    const school = await system.newInstitution();
    const ids = new Set<string>();
    let isOver = false;
    const writers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const answer = await newUser(school.client);
        if (answer.status === 201) {
          ids.add(answer.body.data.id);
          continue;
        }
        expect(['401 unauthorized', '503 institution_frozen']).toContain(refusal(answer));
        // Otherwise the refused ones use up the integration's rate limit.
        await delay(100);
      }
    });
    await until('some writes', async () => ids.size > 30);
    await done('close', school.id);
    const before = await rowsOfInstitution(system.databases, school.id);
    const count = ids.size;
    for (let tries = 0; tries < 20; tries++) expect(refusal(await newUser(school.client))).toBe('401 unauthorized');
    isOver = true;
    await Promise.all(writers);
    expect(ids.size).toBe(count);
    expect(await rowsOfInstitution(system.databases, school.id)).toEqual(before);
    await done('reopen', school.id);
    for (const id of ids) expect((await school.client.get(`/users/${id}`)).status).toBe(200);
  });

  it('closes by itself at the time that was announced, and not if that is taken back', async () => {
    const school = await system.newInstitution();
    expect((await cli('institutions', 'close', school.id, '--at', '2020-01-01T00:00:00Z')).code).toBe(2);
    const at = '2096-01-01T00:00:00.000Z';
    expect((await done('close', school.id, '--at', at, '--json')).json.closedAt).toBe(at);
    expect(await stateOf(school.id)).toMatchObject({ state: 'open' });
    // Emails are written with what an operator is told.
    expect(await school.operator(InstitutionService.method.getInstitution, {})).toMatchObject({ closesAt: at });
    const administrator = await newAdministrator(system, { institution: school });
    const overview = async () => (await (await signedIn(system, administrator)).get('/console/')).text;
    expect(await overview()).toContain('The institution will be closed on');
    expect((await newUser(school.client)).status).toBe(201);
    expect((await cli('institutions', 'freeze', school.id)).stderr).toContain('will be closed at');
    for (const service of SERVICES)
      await query(system.databases.url(service), 'UPDATE standstills SET closed_at = clock_timestamp()');
    await until('its end', async () => (await newUser(school.client)).status === 401);
    await done('reopen', school.id);
    await done('close', school.id, '--at', at);
    await query(system.databases.url('identity'), 'DELETE FROM integrations WHERE institution_id = $1', [school.id]);
    expect(await overview()).toMatch(/The institution will be closed on.*No integrations yet/s);
    await done('reopen', school.id);
    for (const service of SERVICES)
      expect(await query(system.databases.url(service), 'SELECT FROM standstills WHERE closed_at = $1', [at])).toEqual(
        [],
      );
  });

  it('cannot be reopened when its time is over', async () => {
    const school = await system.newInstitution();
    await done('close', school.id);
    await query(
      system.databases.url('webhooks'),
      'UPDATE standstills SET deletes_at = now() WHERE institution_id = $1',
      [school.id],
    );
    const answer = await cli('institutions', 'reopen', school.id);
    expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining('too late')]);
    expect(refusal(await school.client.get('/users'))).toBe('401 unauthorized');
    const status = await cli('status');
    expect(status.stdout).toContain('no archive of it was verified');
  });
});

describe('a deletion', () => {
  it('removes everything of an institution, and nothing of another', async () => {
    const school = await system.newInstitution();
    const neighbour = await system.newInstitution();
    await importOneOfEachRecord(school);
    await importOneOfEachRecord(neighbour);
    await newAdministrator(system, { institution: school });
    const remove = (...more: string[]) =>
      cli('institutions', 'delete', school.id, '--now', '--yes', school.id, '--json', ...more);
    expect((await remove('--without-archive')).stderr).toContain('is not closed');
    await done('freeze', neighbour.id);
    const others = await rowsOfInstitution(system.databases, neighbour.id);
    await done('close', school.id);
    const stored = await rowsOfInstitution(system.databases, school.id);
    expect(await remove()).toMatchObject({ code: 2, stderr: expect.stringContaining('No archive') });
    const wrong = await cli('institutions', 'delete', school.id, '--now', '--yes', neighbour.id, '--without-archive');
    expect(wrong.code).toBe(2);
    expect(await rowsOfInstitution(system.databases, school.id)).toEqual(stored);

    const certificate = (await remove('--without-archive')).json;
    expect(certificate).toMatchObject({ institutionId: school.id, archive: null, backups: expect.any(String) });
    const counts = new Map(
      certificate.tables.map(({ service, table, rows }: Deleted) => [`${service}.${table}`, rows]),
    );
    for (const [table, digest] of Object.entries(stored))
      expect([table, counts.get(table)]).toEqual([table, Number(digest.split(' ')[0])]);
    for (const [service, tables] of register)
      for (const { name, belongsTo } of tables)
        if ('institution' in belongsTo) expect([...counts.keys()]).toContain(`${service}.${name}`);
    expect(await mentionsOf(system.databases, school.id)).toEqual(SERVICES.map((service) => `${service}.standstills`));
    expect(await rowsOfInstitution(system.databases, neighbour.id)).toEqual(others);
    expect((await remove()).json).toEqual(certificate);
    expect((await cli('institutions', 'certificate', school.id, '--json')).json).toEqual(certificate);
    expect((await cli('institutions', 'certificate', neighbour.id)).code).toBe(2);
    expect(await stateOf(school.id)).toBeUndefined();
    await done('thaw', neighbour.id);
    expect((await newUser(neighbour.client)).status).toBe(201);
  });

  it('needs an archive that was compared with the closed institution, not with the open one of before', async () => {
    const school = await system.newInstitution();
    const file = join(await newFolder(), 'school.tar');
    await done('export', school.id, '--out', file);
    const { manifest, digest } = await verifyArchive(file);
    const { closedAt } = await compareWithLive(file, manifest, await serviceDatabaseUrls(environment, undefined));
    await newUser(school.client);
    await done('close', school.id);
    await withAllDatabases(environment, (opened) =>
      noteArchive(opened, { institutionId: school.id, digest, closedAt }),
    );
    const answer = await cli('institutions', 'delete', school.id, '--now', '--yes', school.id);
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('No archive') });
  });

  it('begins by itself after the time, with a verified archive only', async () => {
    const school = await system.newInstitution();
    await newUser(school.client);
    await done('close', school.id);
    for (const service of SERVICES)
      await query(
        system.databases.url(service),
        'UPDATE standstills SET deletes_at = now() WHERE institution_id = $1',
        [school.id],
      );
    expect((await cli('institutions', 'certificate', school.id)).code).toBe(2);
    const file = join(await newFolder(), 'school.tar');
    const { digest } = (await done('export', school.id, '--out', file, '--json')).json;
    await done('verify', file);
    expect((await cli('institutions', 'certificate', school.id)).code).toBe(2);
    await done('verify', file, '--against', 'live');
    await until('the certificate', async () => (await cli('institutions', 'certificate', school.id)).code === 0);
    const { json } = await cli('institutions', 'certificate', school.id, '--json');
    expect(json.archive).toEqual({ digest, verifiedAt: expect.any(String) });
  });
});
