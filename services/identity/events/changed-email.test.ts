import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { newEnvelope } from '../../../test/support/nats/events.ts';
import { archiving } from './archiving.ts';

let service: TestService;
let operator: TenantActor;
let ada: User;
let bo: User;
let tokens: string[];
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service);
  ada = await newAdministrator(service, operator, 'ada@x.example');
  bo = await newAdministrator(service, operator, 'bo@x.example');
  tokens = [];
  for (const each of [ada, ada, bo]) tokens.push((await signIn(service, operator, each)).token);
});

const lasting = () =>
  Promise.all(
    tokens.map(
      async (token) =>
        (await service.call(ANONYMOUS)(SessionService.method.authenticateSession, { token })).identity !== undefined,
    ),
  );
const changed = (actorType: string, fields: string[], id = ada.id) =>
  newEnvelope({
    type: UserUpdatedSchema.typeName,
    aggregateId: id,
    institutionId: operator.institutionId,
    payload: toBinary(UserUpdatedSchema, create(UserUpdatedSchema)),
    changed: fields,
    actorType,
  });
const audited = () =>
  service.sql(
    `SELECT actor, operation FROM audit_log
     WHERE resource_id = $1 AND operation = 'lyceum.directory.v1.UserUpdated'`,
    [ada.id],
  );

it.each(['integration', 'operator', 'system'])(
  'another address from an %s ends all sessions of the administrator, once, and leaves the role',
  async (actorType) => {
    const event = changed(actorType, ['firstName', 'email']);
    await archiving.handle(service.runtime, [event]);
    expect(await lasting()).toEqual([false, false, true]);
    expect(await audited()).toEqual([{ actor: 'consumer', operation: UserUpdatedSchema.typeName }]);
    const { token } = await signIn(service, operator, ada);
    tokens = [token];
    await archiving.handle(service.runtime, [event]);
    expect(await lasting()).toEqual([true]);
    const { administrators } = await service.call(operator)(AdministratorService.method.listAdministrators, {});
    expect(administrators.map(({ userId }) => userId)).toEqual([ada.id, bo.id]);
  },
);

it('one that an administrator gives in the console, and other changes, end none', async () => {
  const user = await newAdministrator(service, await newInstitution(service), 'eve@x.example');
  await archiving.handle(service.runtime, [
    changed('administrator', ['email']),
    changed('integration', ['firstName']),
    changed('integration', []),
    changed('integration', ['email'], user.id),
  ]);
  expect(await lasting()).toEqual([true, true, true]);
  expect(await audited()).toEqual([]);
});
