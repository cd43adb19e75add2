import { randomBytes } from 'node:crypto';
import { type RoleName, roleOf } from '../../../platform/core/roles.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestInstitution, TestSystem } from '../test-system.ts';
import { Visitor } from './visitor.ts';

/** A user of an institution who is its administrator. */
export interface TestAdministrator {
  readonly institution: TestInstitution;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** Makes a new user an administrator: of a new institution unless one is given. */
export async function newAdministrator(
  system: TestSystem,
  {
    institution,
    name = 'Ada Lindqvist',
    roles = ['owner'],
  }: {
    readonly institution?: TestInstitution;
    readonly name?: string;
    readonly roles?: readonly RoleName[];
  } = {},
): Promise<TestAdministrator> {
  const own = institution ?? (await system.newInstitution());
  const email = `ada-${randomBytes(4).toString('hex')}@example.org`;
  const created = await own.client.post('/users', { email, name });
  await own.operator(AdministratorService.method.addAdministrator, { email, roles: roles.map(roleOf) });
  return { institution: own, userId: created.body.data.id, name, email };
}

/** Adds another owner who can sign in: so that the administrator is not the last one. */
export async function newColleague(
  system: TestSystem,
  { institution }: Pick<TestAdministrator, 'institution'>,
): Promise<TestAdministrator> {
  const colleague = await newAdministrator(system, { institution, name: 'Colleague' });
  await newLink(colleague);
  return colleague;
}

/** The path of a new one-time link. */
export async function newLink({ institution, email }: TestAdministrator): Promise<string> {
  const { code } = await institution.operator(AdministratorService.method.createSignInLink, { email });
  return `/console/link/${code}`;
}

/** A browser in which the administrator has signed in. */
export async function signedIn(
  { consoleUrl }: Pick<TestSystem, 'consoleUrl'>,
  administrator: TestAdministrator,
  url = consoleUrl,
): Promise<Visitor> {
  const visitor = new Visitor(url);
  const answer = await visitor.post(await newLink(administrator));
  if (answer.status !== 303) throw new Error(`signing in was answered with ${answer.status}: ${answer.text}`);
  return visitor;
}
