import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { PeopleImporter } from '../../../test/support/directory/people-import.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';

const NOT_FOUND = { code: 'PEOPLE_IMPORT_NOT_FOUND' };

let service: TestService;
let actor: AdministratorActor;
let call: Call;
let people: PeopleImporter;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
  return () => service.stop();
});
beforeEach(async () => {
  actor = await newAdministrator(service);
  call = service.call(actor);
  people = new PeopleImporter(call);
});

const found = async (email: string) => {
  const { users } = await call(UserService.method.listUsers, { page: { size: 1 }, email: `${email}@x.example` });
  return users[0];
};

describe('a file', () => {
  it('is for its session and an hour', async () => {
    const id = await people.keep('email,name', 'a@x.example,A');
    const { state } = await people.preview(id);
    const others = [
      service.call({ ...actor, sessionId: '01990000-0000-7000-8000-000000000001' }),
      service.call(await newAdministrator(service)),
    ].map((each) => new PeopleImporter(each));
    for (const other of others) {
      await expect(other.preview(id)).rejects.toMatchObject(NOT_FOUND);
      await expect(other.import(id, state)).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(people.preview('nonsense')).rejects.toMatchObject(NOT_FOUND);
    service.clock.advance(3_600_000 - 1);
    await people.preview(id);
    service.clock.advance(1);
    await expect(people.preview(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(people.import(id, state)).rejects.toMatchObject(NOT_FOUND);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', Buffer.from(''), /no content/],
    ['UTF-16', Buffer.from('\uFEFFemail\n', 'utf16le'), /UTF-8/],
    ['a NUL', Buffer.from('email\0\n'), /UTF-8/],
    ['a byte that Windows-1252 lacks', Buffer.from([...Buffer.from('email\n'), 0xe4, 0x8d]), /neither in UTF-8/],
    ['more than 2 MiB', Buffer.alloc(2 * 1024 * 1024 + 1, 'x'), /2 MiB/],
    ['more than 5,000 rows', Buffer.from(`email\n${'a@x.example\n'.repeat(5_001)}`), /5,000 rows/],
    ['more than 5,000 rows, whatever follows', Buffer.from(`email\n${'a@x.example\n'.repeat(5_001)}"x`), /5,000 rows/],
    ['more than 100,000 lines', Buffer.from(`email\na@x.example${'\n'.repeat(2_000_000)}`), /100,000 lines/],
    ['a header alone', Buffer.from('email,name\r\n\r\n , \r\n'), /no rows/],
    ['empty lines alone', Buffer.from('\n\n\n'), /no rows/],
    ['more than 1,000 quoted columns', Buffer.from(`email${',"x"'.repeat(1_001)}\na@x.example`), /columns/],
    ['more than 1,000 columns', Buffer.from(','.repeat(1_000)), /columns/],
  ])('of %s is refused', async (_, bytes, message) => {
    await expect(people.keepBytes(bytes)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/file', message: expect.stringMatching(message) }],
    });
  });

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('email,name\nz@x.example,Žoë €')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFemail,name\rz@x.example,Žoë €\r')],
    ['Windows-1252', Buffer.from('email;name\r\nz@x.example;\x8eo\xeb \x80\r\n', 'latin1')],
    ['a line that names the separator', Buffer.from('"sep=;"\nemail;name;"b, b"\nz@x.example;Žoë €')],
    ['a separator that its first line names', Buffer.from('sep=\t\r\nemail\tname\ta;b\tc\r\nz@x.example\tŽoë €\t\t')],
    ['UTF-8 with empty columns at the end', Buffer.from('email,name,, \nz@x.example,Žoë €,,')],
    ['quotes', Buffer.from('"email;x",name,"email"\n,Žoë €,z@x.example')],
  ])('in %s is read', async (_, bytes) => {
    const own = new PeopleImporter(call, { ignoreUnknownColumns: true });
    const id = await own.keepBytes(bytes);
    await own.import(id, (await own.preview(id)).state);
    expect(await found('z')).toMatchObject({ name: 'Žoë €' });
  });

  it('with letters that its encoding lacks has faults', async () => {
    const bytes = (text: string) => Buffer.from(`email,name\na@x.example,${text}`, 'latin1');
    for (const [encoding, text] of [
      ['utf-8', 'Zo\xeb'],
      ['', 'Zo\xef\xbf\xbd'],
      ['windows-1250', 'Zo\x88'],
      ['iso-8859-2', 'Zo\x8a'],
    ] as const) {
      const { faults } = await people.preview(await people.keepBytes(bytes(text), encoding));
      expect([encoding, faults.map(({ row, column, message }) => `${row} ${column} ${message}`)]).toEqual([
        encoding,
        [expect.stringMatching(/^2 name has letters that cannot be read/)],
      ]);
    }
  });
});
