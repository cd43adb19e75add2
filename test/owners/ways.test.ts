import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { ImportCli } from '../support/cli/import-cli.ts';
import {
  newAdministrator,
  newColleague,
  newLink,
  signedIn,
  type TestAdministrator,
} from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { query } from '../support/postgres/query.ts';
import { changeSettings } from '../support/test-directory.ts';
import { scimUser, TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const cli = await ImportCli.open(system);
afterAll(() => cli.close());

/** Ada is the one owner who can sign in: once, with a link. Grace is signed in as one who could not do it again. */
let school: TestInstitution;
let ada: TestAdministrator;
let grace: Visitor;
let sync: TestSync;
beforeEach(async () => {
  school = await system.newInstitution();
  const email = 'ada@school.example';
  const [record] = await importRecords(school.operator, 'users', [{ ref: 'ada', email, name: 'Ada' }]);
  await school.operator(AdministratorService.method.addAdministrator, { email });
  ada = { institution: school, userId: record?.id ?? '', name: 'Ada', email };
  const colleague = await newAdministrator(system, { institution: school, name: 'Grace' });
  grace = await signedIn(system, colleague);
  sync = await TestSync.create(system, school);
  await newLink(ada);
});

interface Outcome {
  /** Of an answer, or the code of a command that has ended. */
  readonly status: number;
  readonly said: string;
}
const DETAIL = 'No owner could sign in to the console after this. Make another owner first, or give one a new link.';
const ROW = '2 archived Would leave no owner who can sign in here; make another owner first';

async function problemOf(
  answer: Promise<{
    readonly status: number;
    readonly body: { readonly code?: string; readonly detail?: string } | undefined;
  }>,
) {
  const { status, body } = await answer;
  return { status, said: body?.detail ?? '', code: body?.code };
}
async function scim(answer: ReturnType<TestSync['send']>) {
  const { status, body } = await answer;
  return { status, said: body?.detail ?? '', ...(body?.scimType && { scimType: body.scimType }) };
}
async function commandOf(answer: ReturnType<ImportCli['run']>): Promise<Outcome> {
  const { code, stderr } = await answer;
  return { status: code ?? -1, said: stderr };
}

const archived = { isArchived: true };
const bundle = async () => {
  const [{ ref = '' } = {}] = await query<{ ref: string }>(
    system.databases.url('directory'),
    'SELECT ref FROM institutions WHERE id = $1',
    [school.id],
  );
  return { institution: { ref, name: 'School' }, users: [{ ref: 'ada', email: ada.email, isArchived: true }] };
};

/** A way of losing Ada, what refuses it while she is the last one, and the status once there is another. */
const WAYS: Readonly<Record<string, readonly [act: () => Promise<Outcome>, refused: object, done: number]>> = {
  'the API': [
    () => problemOf(school.client.patch(`/users/${ada.userId}`, archived, { ifMatch: '*' })),
    { status: 409, said: DETAIL, code: 'conflict' },
    200,
  ],
  'a dry run of the API, which does nothing': [
    () => problemOf(school.client.patch(`/dry-run/users/${ada.userId}`, archived, { ifMatch: '*' })),
    { status: 409, said: DETAIL, code: 'conflict' },
    200,
  ],
  'SCIM, PATCH': [
    () => scim(sync.patch(ada.userId, [{ op: 'replace', path: 'active', value: 'False' }])),
    { status: 409, said: DETAIL },
    200,
  ],
  'SCIM, PUT': [
    () => scim(sync.send('PUT', `/Users/${ada.userId}`, scimUser({ userName: ada.email, active: false }))),
    { status: 409, said: DETAIL },
    200,
  ],
  'SCIM, DELETE': [() => scim(sync.send('DELETE', `/Users/${ada.userId}`)), { status: 409, said: DETAIL }, 204],
  'the form of a person': [
    async () => {
      const path = `/console/people/${ada.userId}/archive`;
      const { status, text } = await grace.post(path, hiddenIn(await grace.get(path)));
      return { status, said: words(text) };
    },
    { status: 422, said: expect.stringContaining(DETAIL) },
    303,
  ],
  'a CSV file': [
    async () => {
      const sent = await grace.upload('/console/people/import', `email,archived\r\n${ada.email},yes`);
      const path = sent.headers.get('location') ?? '';
      const preview = await grace.get(path);
      const { status } = await grace.post(path, { ...hiddenIn(preview), 'form-confirmed': '1' });
      return { status, said: words(preview.text) };
    },
    { status: 409, said: expect.stringContaining(ROW) },
    303,
  ],
  'a bundle': [
    async () => commandOf(cli.importBundle(await bundle())),
    { status: 2, said: expect.stringMatching(/^\/users\/0\/isArchived: .*Make another owner first/s) },
    0,
  ],
  'a dry run of a bundle, which does nothing': [
    async () => commandOf(cli.importBundle(await bundle(), '--dry-run')),
    { status: 2, said: expect.stringMatching(/^\/users\/0\/isArchived: .*Make another owner first/s) },
    0,
  ],
  'the form that removes an administrator': [
    async () => {
      const { status, text } = await grace.submit(`/console/administrators/${ada.userId}/remove`);
      return { status, said: words(text) };
    },
    { status: 422, said: expect.stringContaining(DETAIL) },
    303,
  ],
  'the command line, which lowers': [
    () =>
      commandOf(
        cli.run(['administrators', 'set', '--institution', school.id, '--user', ada.email, '--roles', 'people']),
      ),
    { status: 2, said: expect.stringContaining('Make another owner first') },
    0,
  ],
  'the command line, which removes': [
    () => commandOf(cli.run(['administrators', 'remove', '--institution', school.id, '--user', ada.email])),
    { status: 2, said: expect.stringContaining('Make another owner first') },
    0,
  ],
};
const ways = Object.entries(WAYS).map(([name, way]) => [name, ...way] as const);

const stateOf = async () => {
  const [user] = await query<{ revision: string; isArchived: boolean }>(
    system.databases.url('directory'),
    'SELECT revision, is_archived AS "isArchived" FROM users WHERE id = $1',
    [ada.userId],
  );
  const { administrators } = await school.operator(AdministratorService.method.listAdministrators, {});
  const notes = await query(system.databases.url('identity'), 'SELECT FROM archivings WHERE institution_id = $1', [
    school.id,
  ]);
  return { user, owner: administrators.find(({ userId }) => userId === ada.userId), notes: notes.length };
};

describe('the last owner who can sign in', () => {
  it.each(ways)('stays, with nothing changed, whoever tries %s', async (_name, act, refused) => {
    const before = await stateOf();
    for (const _ of [1, 2]) expect(await act()).toEqual(refused);
    expect(await stateOf()).toEqual(before);
    expect(before).toMatchObject({ owner: { canSignIn: true }, notes: 0 });
  });

  it('stays clocked in, too, when a form is refused', async () => {
    await changeSettings(school, { timeTrackingEnabled: true });
    const at = '2026-10-05T06:15:00Z';
    expect((await school.client.post('/time-tracking/sessions/start', { email: ada.email, at })).status).toBe(201);
    const path = `/console/people/${ada.userId}/archive`;
    const refused = await grace.post(path, { ...hiddenIn(await grace.get(path)), end: '2026-10-05T07:45' });
    expect([refused.status, words(refused.text)]).toEqual([422, expect.stringContaining(DETAIL)]);
    expect((await school.client.get(`/time-tracking/sessions/active?email=${ada.email}`)).status).toBe(200);
  });

  it.each(ways)('is not kept once there is another: %s', async (name, act, _refused, done) => {
    await newColleague(system, { institution: school });
    expect(await act()).toMatchObject({ status: done });
    const { owner, user } = await stateOf();
    const isOwner = owner?.canSignIn === true && owner.roles.includes(Role.OWNER);
    expect(isOwner && user?.isArchived === false).toBe(name.includes('dry run'));
  });
});
