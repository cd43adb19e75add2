import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { readRoles } from '../../../platform/core/roles.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';

export const ORIGIN = { userAgent: 'Firefox', address: '192.0.2.1' };

/** A new user of an institution who is an administrator. */
export async function newAdministrator(
  service: Pick<TestService, 'call'>,
  operator: TenantActor,
  email: string,
): Promise<User> {
  const call = service.call(operator);
  const { user } = await call(UserService.method.createUser, { user: { email, name: `Name of ${email}` } });
  await call(AdministratorService.method.addAdministrator, { email });
  return present(user, 'user');
}

/** Another owner who can sign in: so that the others are not the last one. */
export async function newColleague(service: Pick<TestService, 'call'>, operator: TenantActor): Promise<User> {
  const colleague = await newAdministrator(service, operator, 'colleague@x.example');
  await service.call(operator)(AdministratorService.method.createSignInLink, { email: colleague.email });
  return colleague;
}

/** Signs an administrator in with a one-time link. */
export async function signIn(
  service: Pick<TestService, 'call'>,
  operator: TenantActor,
  { id: userId, email, name }: User,
): Promise<{ readonly token: string; readonly actor: AdministratorActor }> {
  const anyone = service.call(ANONYMOUS);
  const { code } = await service.call(operator)(AdministratorService.method.createSignInLink, { email });
  const { session } = await anyone(SessionService.method.signInWithLink, { code, origin: ORIGIN });
  const { token } = present(session, 'session');
  const { identity } = await anyone(SessionService.method.authenticateSession, { token });
  const { institutionId } = operator;
  const { sessionId, roles } = present(identity, 'identity');
  return { token, actor: { kind: 'administrator', institutionId, userId, name, sessionId, roles: readRoles(roles) } };
}
