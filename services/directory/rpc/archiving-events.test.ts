import { fromBinary } from '@bufbuild/protobuf';
import { beforeAll, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { userChange } from '../../../test/support/resource-change.ts';

let service: TestService;
let institutionId: string;
let call: Call;
beforeAll(async () => {
  service = await startDirectory();
  const operator = await newInstitution(service);
  ({ institutionId } = operator);
  call = service.call(operator);
});

/** What each event of a user's change says, in the order of the outbox. */
async function said(id: string): Promise<(boolean | undefined)[]> {
  const rows = await service.sql<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE institution_id = $1 AND aggregate_id = $2 AND type = $3 ORDER BY sequence',
    [institutionId, id, UserUpdatedSchema.typeName],
  );
  return rows.map(({ payload }) => fromBinary(UserUpdatedSchema, payload).isArchived);
}

it('of requests say whether the user is archived now, if that has changed', async () => {
  const { user } = await call(UserService.method.createUser, { user: { email: 'ada@x.example', name: 'Ada' } });
  const { id } = present(user, 'user');
  const update = (change: object) =>
    call(UserService.method.updateUser, { id, precondition: { any: true }, ...userChange(change) });
  await update({ name: 'Ada B.' });
  await update({ isArchived: true });
  await update({ isArchived: true, name: 'Ada C.' });
  await update({ isArchived: false });
  expect(await said(id)).toEqual([undefined, true, undefined, false]);
});

it('of imports say the same', async () => {
  const ben = { ref: 'ben', email: 'ben@x.example', name: 'Ben' };
  const send = (more: object) => importRecords(call, 'users', [{ ...ben, ...more }]);
  const [{ id = '' } = {}] = await send({});
  await send({ name: 'Ben B.' });
  await send({ isArchived: true });
  await send({ name: 'Ben C.' });
  await send({ isArchived: false });
  expect(await said(id)).toEqual([undefined, true, undefined, false]);
});
