import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { NOWHERE, newInstitution } from './institution.ts';

/** A user of a new institution, in a session of the console. */
export async function newAdministrator(service: TestService): Promise<AdministratorActor> {
  const operator = await newInstitution(service);
  const { user } = await service.call(operator)(UserService.method.createUser, {
    user: { email: 'ada@x.example', name: 'Ada' },
  });
  const { id: userId, name } = present(user, 'user');
  return {
    kind: 'administrator',
    institutionId: operator.institutionId,
    userId,
    name,
    sessionId: NOWHERE,
    roles: ['owner'],
  };
}
