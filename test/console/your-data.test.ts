import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { register } from '../../deploy/installation/register.ts';
import { services } from '../../deploy/installation/services.ts';
import type { AdministratorActor } from '../../platform/core/actor.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { Database } from '../../platform/data/database.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { Janitor } from '../../platform/process/janitor.ts';
import { ArchiveService } from '../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { plainMembersIn, rowsIn } from '../support/archive/archive-lines.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const PATH = '/console/settings/your-data';
const system = await TestSystem.start({ platform: 'own' });
const environment: Record<string, string> = Object.fromEntries(
  SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]),
);
const institutions = (...args: string[]) => runCli(['institutions', ...args], { environment });
let folder: string;
let ada: TestAdministrator;
let visitor: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'your-data-'));
});
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

const make = (by = visitor) => by.submit(PATH);
/** Where the archive can be downloaded, once it is made. */
const made = (by = visitor) =>
  until(
    'the archive',
    async () => {
      const { text } = await by.get(PATH);
      if (text.includes('could not be made')) throw new Error(words(text));
      return new RegExp(`href="(${PATH}/[0-9a-f-]{36}/download)"`).exec(text)?.[1];
    },
    90_000,
  );
/** Downloads a file. */
async function downloaded(path: string, by = visitor): Promise<{ file: string; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(`${system.consoleUrl}${path}`, {
    headers: { cookie: `lyceum-console=${by.cookies.get('lyceum-console')}` },
  });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = join(folder, `${randomUUID()}.tar`);
  await writeFile(file, bytes);
  return { file, headers: answer.headers, bytes };
}
/** All that a file says, also compressed and in base64. */
async function textOf(file: string): Promise<string> {
  const text = JSON.stringify([...(await rowsIn(file)), ...(await plainMembersIn(file))]);
  const decoded = text.replaceAll(/"([A-Za-z0-9+/]{8,}={0,2})\\?"/g, (_, base64: string) =>
    Buffer.from(base64, 'base64').toString('latin1'),
  );
  return text + decoded;
}
const auditOf = async () => {
  const { text } = await visitor.get('/console/audit?kind=institution');
  return text.split('<li><time').slice(1).map(words);
};

describe('an archive that an administrator makes', () => {
  it('has the data of the institution, no credentials, no traces, and nothing of others', async () => {
    const { institution } = ada;
    const neighbour = await system.newInstitution();
    await importOneOfEachRecord(institution);
    await importOneOfEachRecord(neighbour);
    const needle = `needle-${randomUUID()}`;
    const requestId = `request-${randomUUID()}`;
    const named = { email: `${needle}@example.org`, name: 'Named' };
    const created = await institution.client.post('/users', named, { headers: { 'x-request-id': requestId } });
    expect(created.status).toBe(201);
    const secret = await plantSecrets(institution.id, ada.userId);

    expect(await make()).toMatchObject({ status: 303 });
    const { text } = await visitor.get(PATH);
    expect(text).toMatch(/role="status"[^>]*>The archive is/);
    const path = await made();
    const { file, headers, bytes } = await downloaded(path);
    expect(headers.get('content-type')).toBe('application/x-tar');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="your-data-2026-10-05\.tar"$/);
    expect(words((await visitor.get(PATH)).text)).toContain(`Requested 5 Oct 2026`);

    const said = await textOf(file);
    expect(said.includes(needle)).toBe(true);
    expect(
      (await query(system.databases.url('directory'), 'SELECT FROM audit_log WHERE request_id = $1', [requestId]))
        .length,
    ).toBe(1);
    for (const hidden of [secret, requestId, neighbour.id])
      expect([hidden, said.includes(hidden)]).toEqual([hidden, false]);
    expect(bytes.includes(secret)).toBe(false);

    const members = await plainMembersIn(file);
    const users = (await institution.client.get('/users', { query: { limit: '100' } })).body.data;
    expect(members.get('api/users.jsonl')).toBe(users.map((user: object) => `${JSON.stringify(user)}\n`).join(''));
    const manifest = JSON.parse(members.get('manifest.json') ?? '');
    expect(manifest).toMatchObject({ isExact: false, withKeys: false, withCredentials: false });
    for (const [service, tables] of register)
      for (const { name, belongsTo, isOfTheMoment, columns } of tables) {
        const hidden = columns.filter(({ says }) => says === 'credential' || says === 'trace');
        if (!('institution' in belongsTo) || isOfTheMoment || hidden.length === 0) continue;
        const left = manifest.without.find(
          (each: { service: string; table: string }) => each.service === service && each.table === name,
        );
        expect([service, name, left?.columns]).toEqual([
          service,
          name,
          expect.arrayContaining(hidden.map((each) => each.name)),
        ]);
      }
    const events = (await institution.client.get('/events', { query: { limit: '100' } })).body.data;
    expect(events.filter(({ actor }: { actor: { type: string } }) => actor.type === 'administrator')).toEqual([]);
    expect((await auditOf()).slice(0, 2)).toEqual([
      expect.stringMatching(`${ada.name} .*downloaded the archive of the data`),
      expect.stringMatching(`${ada.name} .*asked for an archive of the data`),
    ]);
  });

  it('is read as the guide says', async () => {
    await importOneOfEachRecord(ada.institution);
    await make();
    const { file } = await downloaded(await made());
    const guide = await readFile(new URL('../../docs/guides/your-data.md', import.meta.url), 'utf8');
    const [, program = ''] = /```py\n(.*?)```/s.exec(guide) ?? [];
    const { stdout, stderr } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const users = (await ada.institution.client.get('/users', { query: { limit: '100' } })).body.data.length;
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([`api/users.jsonl ${users}`, expect.stringMatching(/^Somebody: 9:00$/)]),
    );
  });

  it('is verified and compared by the command line, and imported as a copy alone', async () => {
    await importOneOfEachRecord(ada.institution);
    await make();
    const { file } = await downloaded(await made());
    expect(await institutions('verify', file)).toMatchObject({ code: 0 });
    const compared = await institutions('verify', file, '--against', 'live', '--json');
    expect(compared).toMatchObject({ code: 0, json: { differences: [] } });
    expect(await institutions('import', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--as-new'),
    });
    const ref = `copy-${randomUUID().slice(0, 8)}`;
    const { code, json } = await institutions('import', file, '--as-new', ref, '--json');
    expect(code).toBe(0);
    const count = async (id: string) =>
      (
        await query<{ n: number }>(
          system.databases.url('directory'),
          'SELECT count(*)::int AS n FROM users WHERE institution_id = $1',
          [id],
        )
      )[0]?.n;
    expect(await count(json.institutionId)).toBe(await count(ada.institution.id));
  });
});

describe('a second archive', () => {
  it('is not begun while one is made: of two at once, one gets 409', async () => {
    const grace = await signedIn(
      system,
      await newAdministrator(system, { institution: ada.institution, name: 'Grace' }),
    );
    const pages = [hiddenIn(await visitor.get(PATH)), hiddenIn(await grace.get(PATH))];
    const answers = await Promise.all([visitor.post(PATH, pages[0]), grace.post(PATH, pages[1])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.text).toContain('An archive is being made already.');
    expect(late?.text).not.toContain('>Make archive<');
    expect((await grace.get(PATH)).text).not.toContain('>Make archive<');
    const first = await made();
    expect(await make(grace)).toMatchObject({ status: 303 });
    expect(await until('the second', async () => ((await made(grace)) === first ? undefined : true))).toBe(true);
    expect(await visitor.get(first)).toMatchObject({ status: 404 });
  });

  it('can be made when the maker of the first was killed', async () => {
    const { institution, userId, name } = ada;
    const sessionId = randomUUID();
    const actor: AdministratorActor = {
      kind: 'administrator',
      institutionId: institution.id,
      userId,
      name,
      sessionId,
      roles: ['owner'],
    };
    await system.call(actor)(ArchiveService.method.requestArchive, {});
    expect((await visitor.get(PATH)).text).toContain('The archive is being made');
    expect(await visitor.post(PATH)).toMatchObject({ status: 409 });
    system.clock.advance(30_000);
    const { text } = await visitor.get(PATH);
    expect(text).toContain('The archive could not be made.');
    expect(text).toContain('>Make archive<');
    expect(await make()).toMatchObject({ status: 303 });
    expect(await made()).toMatch(/download$/);
  });
});

describe('what is kept', () => {
  it('is gone after a day', async () => {
    await make();
    const path = await made();
    const rows = async () => {
      const found = await Promise.all(
        SERVICES.map(async (service) => {
          const own = service === 'directory' ? ['archives'] : [];
          const counts = ['archive_parts', 'archive_chunks', ...own].map((table) =>
            query(system.databases.url(service), `SELECT FROM ${table} WHERE institution_id = $1`, [
              ada.institution.id,
            ]),
          );
          return (await Promise.all(counts)).flat().length;
        }),
      );
      return found.reduce((sum, each) => sum + each, 0);
    };
    expect(await rows()).toBeGreaterThan(2 * SERVICES.length);
    system.clock.advance(DAY_MS);
    const later = await signedIn(system, ada);
    expect(await later.get(path)).toMatchObject({ status: 404 });
    expect((await later.get(PATH)).text).not.toContain('Download');
    for (const { name, expiries = [] } of services) {
      const db = new Database({
        ...{ url: system.databases.url(name), maxConnections: 1, statementTimeoutMs: 10_000 },
        ...{ applicationName: 'test', log: silentLogger, constraints: {} },
      });
      await new Janitor({ db, clock: system.clock, log: silentLogger, expiries }).tidy();
      await db.close();
    }
    expect(await rows()).toBe(0);
  });

  it('is for the institution alone', async () => {
    await make();
    const path = await made();
    const stranger = await signedIn(system, await newAdministrator(system));
    expect(await stranger.get(path)).toMatchObject({ status: 404 });
    expect((await stranger.get(PATH)).text).not.toContain('Download');
  });
});

/** A text in every column of the institution that holds credentials. */
async function plantSecrets(institutionId: string, userId: string): Promise<string> {
  const secret = `secret-${randomUUID()}`;
  const url = system.databases.url('identity');
  const bytes = Buffer.from(secret);
  await query(
    url,
    `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
     VALUES ($1, $2, $3, $4, $4, 0, 'key', now(), $2)`,
    [institutionId, randomUUID(), userId, bytes],
  );
  await query(
    url,
    'UPDATE calendar_feeds SET token_hash = $2 WHERE institution_id = $1 AND id = (SELECT id FROM calendar_feeds WHERE institution_id = $1 LIMIT 1)',
    [institutionId, bytes],
  );
  await query(
    url,
    `UPDATE integrations SET secrets = secrets || jsonb_build_array(jsonb_build_object('secret', $2::text)) WHERE institution_id = $1 AND name = 'idle'`,
    [institutionId, secret],
  );
  await query(system.databases.url('webhooks'), 'UPDATE endpoint_secrets SET sealed = $2 WHERE institution_id = $1', [
    institutionId,
    bytes,
  ]);
  return secret;
}
