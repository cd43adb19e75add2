import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { newAdministrator, signedIn } from '../../test/support/console/administrator.ts';
import { download, readHandOver } from '../../test/support/console/handed-over.ts';
import { changeSettings, newUser } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
const [institution, other] = [await system.newInstitution(), await system.newInstitution()];
const folder = await mkdtemp(join(tmpdir(), 'lyceum-hand-over-'));
const { id } = await newUser(institution.client, { email: 'Ada@hand-over.example', name: 'Ada' });
const { id: theirs } = await newUser(other.client, { email: 'ada@hand-over.example', name: 'Their Ada' });

afterAll(() => rm(folder, { recursive: true }));

const handOver = (person: string, out: string, of = institution) =>
  runCli(['people', 'hand-over', person, '--institution', of.id, '--out', join(folder, out)], {
    environment: system.addresses,
  });
const read = async (file: string) => readHandOver(await readFile(join(folder, file)));

it('a person is found by id or email, also archived, in each institution its own', async () => {
  const answer = await handOver('ada@HAND-OVER.example', 'by-email.zip');
  expect([answer.code, answer.stdout]).toEqual([0, `${join(folder, 'by-email.zip')}\n`]);
  expect((await stat(join(folder, 'by-email.zip'))).mode & 0o777).toBe(0o600);
  expect((await read('by-email.zip')).data.person).toMatchObject({ id, name: 'Ada' });
  await institution.client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' });
  expect((await handOver(id.toUpperCase(), 'by-id.zip')).code).toBe(0);
  expect((await read('by-id.zip')).data.person).toMatchObject({ id, isArchived: true });
  expect((await handOver('ada@hand-over.example', 'theirs.zip', other)).code).toBe(0);
  expect((await read('theirs.zip')).data.person).toMatchObject({ id: theirs, name: 'Their Ada' });
});

it('the page is in the language of the institution', async () => {
  await changeSettings(other, { language: 'de' });
  expect((await handOver(theirs, 'german.zip', other)).code).toBe(0);
  const { files } = await read('german.zip');
  for (const text of ['<html lang="de">', '<h2 id="hours">Stunden</h2>']) expect(files['index.html']).toContain(text);
});

it('the audit names the operation and who made it', async () => {
  const { records } = await institution.operator(AuditService.method.listAuditRecords, {
    page: { size: 1 },
    resourceId: id,
  });
  expect(records).toMatchObject([
    { operation: 'lyceum.directory.v1.PersonService/HandOverPerson', actorKind: 'operator', resourceKind: 'user' },
  ]);
});

it('a file that exists stays as it is', async () => {
  await writeFile(join(folder, 'mine.zip'), 'mine');
  const { code, stderr } = await handOver(id, 'mine.zip');
  expect([code, stderr]).toEqual([2, `error: ${join(folder, 'mine.zip')} exists: name a new file.\n`]);
  expect(await readFile(join(folder, 'mine.zip'), 'utf8')).toBe('mine');
});

it('of somebody unknown, or of another institution, nothing is written', async () => {
  const before = await readdir(folder);
  for (const person of ['nobody@hand-over.example', theirs, 'ada', '01a22770-e5ea-75b2-92e8-610d4aa63a18']) {
    const { code, stderr } = await handOver(person, 'nobody.zip');
    expect([code, stderr]).toEqual([2, `error: The institution has nobody with the id or email "${person}".\n`]);
  }
  expect((await handOver(id, 'nobody.zip', { ...institution, id: theirs })).code).toBe(2);
  expect((await handOver(id, 'no-folder/nobody.zip')).code).toBe(2);
  expect(await readdir(folder)).toEqual(before);
});

it('it is what the console hands over', async () => {
  const administrator = await newAdministrator(system, { institution });
  const visitor = await signedIn(system, administrator);
  const downloaded = await download(system.consoleUrl, visitor, id);
  const fromConsole = readHandOver(new Uint8Array(await downloaded.arrayBuffer()));
  expect((await handOver(id, 'same.zip')).code).toBe(0);
  const fromCli = await read('same.zip');
  expect(Object.keys(fromCli.files)).toEqual(Object.keys(fromConsole.files));
  // The hand-over before is a change, and requests are recorded a moment later.
  const { changes: ours, handedOverAt: ourTime, recipients: _, ...own } = fromCli.data;
  const { changes, handedOverAt, recipients, ...shown } = fromConsole.data;
  expect(own).toEqual(shown);
  expect(ours.length).toBe(changes.length + 1);
  expect(ourTime).not.toBe(handedOverAt);
});
