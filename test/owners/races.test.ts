import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Role } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { query } from '../support/postgres/query.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';

/** An administrator with one way to sign in, and a browser that has a session. */
interface Person {
  readonly of: TestAdministrator;
  readonly visitor: Visitor;
}

/** How a person comes to be unable to sign in: their one way, who does it, and the form that does. */
interface Way {
  readonly name: string;
  /** Gives the person the one way. */
  give(person: Person): Promise<unknown>;
  readonly isOwn?: boolean;
  /** Opens the page; what it returns sends the form. */
  open(by: Visitor, target: Person): Promise<() => Promise<{ readonly status: number; readonly headers?: Headers }>>;
}

const ROUNDS = 3;

const system = await TestSystem.start();

const identity = (text: string, values: unknown[]) => query(system.databases.url('identity'), text, values);
const link = ({ of }: Person) => newLink(of);

async function opened(by: Visitor, path: string, fields: Record<string, string> = {}) {
  const hidden = hiddenIn(await by.get(path));
  return () => by.post(path, { ...hidden, ...fields });
}

const WAYS: readonly Way[] = [
  {
    name: 'archived',
    give: link,
    open: (by, { of: { userId } }) => opened(by, `/console/people/${userId}/archive`, {}),
  },
  {
    name: 'archived by a file',
    give: link,
    async open(by, { of: { email } }) {
      const sent = await by.upload('/console/people/import', `email,archived\r\n${email},yes`);
      return opened(by, sent.headers.get('location') ?? '', { 'form-confirmed': '1' });
    },
  },
  {
    name: 'archived by the API',
    give: link,
    open: async (_, { of: { institution, userId } }) => {
      return () => institution.client.patch(`/users/${userId}`, { isArchived: true }, { ifMatch: '*' });
    },
  },
  {
    name: 'deleted by SCIM',
    give: link,
    async open(_, { of: { institution, userId } }) {
      const sync = await TestSync.create(system, institution);
      return () => sync.send('DELETE', `/Users/${userId}`);
    },
  },
  {
    name: 'removed',
    give: link,
    open: (by, { of: { userId } }) => opened(by, `/console/administrators/${userId}/remove`),
  },
  {
    name: 'lowered',
    give: link,
    open: async (_, { of: { institution, userId } }) => {
      const lowered = { userId, roles: [Role.PEOPLE], precondition: { any: true } };
      return () =>
        institution.operator(AdministratorService.method.setAdministratorRoles, lowered).then(
          () => ({ status: 200 }),
          ({ code }) => ({ status: code === 'LAST_ADMINISTRATOR' ? 409 : 500 }),
        );
    },
  },
  {
    name: 'without the provider',
    async give({ of: { institution, userId } }) {
      const { ref } = await institution
        .operator(InstitutionService.method.getInstitution, {})
        .then((a) => a.institution ?? { ref: '' });
      await identity(
        `INSERT INTO openid_providers (institution_id, id, institution_ref, issuer, client_id, key_id, sealed, created_at, updated_at, revision)
         VALUES ($1, $2, $3, 'https://id.example', 'x', 'x', '', now(), now(), $2)`,
        [institution.id, randomUUID(), ref],
      );
      const signedInWith = 'UPDATE administrators SET signed_in_issuer = $1 WHERE institution_id = $2 AND id = $3';
      await identity(signedInWith, ['https://id.example', institution.id, userId]);
    },
    open: (by) => opened(by, '/console/administrators/openid/switch-off'),
  },
  {
    name: 'without the last passkey',
    give: ({ of: { institution, userId } }) =>
      identity(
        `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
         VALUES ($1, $2, $3, $4, '', 0, 'Laptop', now(), $2)`,
        [institution.id, randomUUID(), userId, randomBytes(16)],
      ),
    isOwn: true,
    async open(by) {
      const [, path = ''] =
        /href="([^"]*\/passkeys\/[^"]*\/remove)"/.exec((await by.get('/console/account')).text) ?? [];
      return opened(by, path);
    },
  },
];

async function newPerson(institution?: TestAdministrator['institution']): Promise<Person> {
  const of = await newAdministrator(system, institution && { institution });
  return { of, visitor: await signedIn(system, of) };
}

const ownersWhoCanSignIn = async ({ of: { institution } }: Person) => {
  const { administrators } = await institution.operator(AdministratorService.method.listAdministrators, {});
  return administrators.filter(({ canSignIn, roles }) => canSignIn && roles.includes(Role.OWNER)).length;
};

/** Whoever has just been removed is led to the sign-in. */
const isSignedOut = (headers?: Headers) => headers?.get('location')?.startsWith('/console/sign-in') === true;

const pairs = WAYS.flatMap((one, at) => WAYS.slice(at).map((other) => [one, other] as const)).filter(
  // One provider is both's: whoever switches it off is refused without a race.
  ([one, other]) => one.name !== 'without the provider' || other !== one,
);

describe('of two owners who lose the role or their ways to sign in at once, one keeps theirs', () => {
  it.each(pairs.map(([one, other]) => [one.name, other.name, one, other] as const))(
    '%s and %s',
    async (_one, _other, one, other) => {
      for (let round = 0; round < ROUNDS; round++) {
        const ada = await newPerson();
        const bo = await newPerson(ada.of.institution);
        await one.give(ada);
        await other.give(bo);
        const forms = [
          await one.open((one.isOwn ? ada : bo).visitor, ada),
          await other.open((other.isOwn ? bo : ada).visitor, bo),
        ];
        const answers = await Promise.all(forms.map((send) => send()));
        const done = answers.filter(({ status, headers }) => status < 400 && !isSignedOut(headers));
        expect([await ownersWhoCanSignIn(ada), done.length, answers.map(({ status }) => status)]).toEqual([
          1,
          1,
          expect.not.arrayContaining([expect.toSatisfy((status) => status >= 500)]),
        ]);
      }
    },
  );
});

it('whoever was not archived, since directory refused it, can sign in as before', async () => {
  const ada = await newPerson();
  const bo = await newPerson(ada.of.institution);
  await Promise.all([link(ada), link(bo)]);
  const { userId } = bo.of;
  const taken = { email: ada.of.email, isArchived: true };
  const refused = await ada.of.institution.client.patch(`/users/${userId}`, taken, { ifMatch: '*' });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(await ownersWhoCanSignIn(ada)).toBe(2);
  expect(await identity('SELECT FROM archivings WHERE user_id = $1', [userId])).toEqual([]);
});
