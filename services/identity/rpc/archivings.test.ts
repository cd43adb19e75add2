import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

const { addAdministrator, listAdministrators, removeAdministrator, createSignInLink, beginArchiving, cancelArchiving } =
  AdministratorService.method;
const MINUTE = 60_000;
const LAST = { code: 'LAST_ADMINISTRATOR' };

let service: TestService;
let operator: TenantActor;
let operate: Call;
let ada: User;
let bo: User;
let call: Call;
beforeAll(async () => {
  service = await startIdentity({ service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service);
  operate = service.call(operator);
  [ada, bo] = [
    await newAdministrator(service, operator, 'ada@x.example'),
    await newAdministrator(service, operator, 'bo@x.example'),
  ];
  call = service.call((await signIn(service, operator, ada)).actor);
  await giveLinks();
});

/** Links last longer than what a test waits for. */
const giveLinks = async () => {
  for (const { email } of [ada, bo]) await call(createSignInLink, { email });
};
const listed = async () => (await operate(listAdministrators, {})).administrators;
const whoCanSignIn = async () => (await listed()).filter(({ canSignIn }) => canSignIn).map(({ userId }) => userId);
const begin = (...users: readonly User[]) => call(beginArchiving, { userIds: users.map(({ id }) => id) });
const last = ({ id }: User) => ({ archivingId: '', lastAdministratorId: id });

describe('who is about to be archived', () => {
  it('cannot sign in, until that is taken back', async () => {
    const { archivingId } = await begin(bo);
    expect(await whoCanSignIn()).toEqual([ada.id]);
    await expect(call(removeAdministrator, { userId: ada.id })).rejects.toMatchObject(LAST);
    expect(await begin(ada)).toMatchObject(last(ada));
    for (const _ of [1, 2]) await call(cancelArchiving, { archivingId });
    expect(await whoCanSignIn()).toEqual([ada.id, bo.id]);
  });

  it('is not noted in a dry run, which says the same', async () => {
    const tried = (...userIds: string[]) => call(beginArchiving, { userIds, dryRun: true });
    expect(await tried(bo.id)).toMatchObject({ archivingId: '' });
    expect(await tried(bo.id, NOWHERE, ada.id, randomUUID())).toMatchObject(last(ada));
    expect(await whoCanSignIn()).toEqual([ada.id, bo.id]);
  });

  it('cannot while somebody else archives them, too', async () => {
    const [{ archivingId }] = [await begin(bo), await begin(bo)];
    await call(cancelArchiving, { archivingId });
    expect(await whoCanSignIn()).toEqual([ada.id]);
  });

  it('can again after five minutes if directory says so, and nobody has taken it back', async () => {
    await begin(bo);
    service.clock.advance(5 * MINUTE - 1);
    expect(await whoCanSignIn()).toEqual([ada.id]);
    service.clock.advance(1);
    expect(await whoCanSignIn()).toEqual([ada.id, bo.id]);
    await begin(ada);
  });

  it('cannot, however late the event of directory is', async () => {
    await begin(bo);
    await setArchived(service, operator, bo.id, true);
    service.clock.advance(60 * MINUTE);
    expect(await whoCanSignIn()).toEqual([ada.id]);
    expect(await begin(ada)).toMatchObject(last(ada));
    await expect(call(removeAdministrator, { userId: ada.id })).rejects.toMatchObject(LAST);
  });

  it('cannot, if the API archived them and its event is late', async () => {
    await setArchived(service, operator, bo.id, true);
    expect(await begin(ada)).toMatchObject(last(ada));
    await expect(call(removeAdministrator, { userId: ada.id })).rejects.toMatchObject(LAST);
  });

  it('may be nobody of the administrators, of this institution or at all', async () => {
    const elsewhere = await newInstitution(service);
    const eve = await newAdministrator(service, elsewhere, 'eve@x.example');
    for (const userIds of [[], [eve.id], ['no-uuid']])
      expect((await call(beginArchiving, { userIds })).archivingId).toBe('');
    const { archivingId } = await begin(bo);
    const stranger = service.call((await signIn(service, elsewhere, eve)).actor);
    for (const id of [archivingId, 'no-uuid', '']) await stranger(cancelArchiving, { archivingId: id });
    expect(await whoCanSignIn()).toEqual([ada.id]);
  });

  it('may be all but one, whoever is archived at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all([begin(ada), begin(bo), begin(ada, bo)]);
      const begun = results.flatMap(({ archivingId }) => (archivingId === '' ? [] : [archivingId]));
      expect([begun.length, (await whoCanSignIn()).length]).toEqual([1, 1]);
      await call(cancelArchiving, { archivingId: begun[0] ?? '' });
    }
  });
});

describe('an administrator who was archived', () => {
  it('and is back before the event comes has lost the role nevertheless', async () => {
    await setArchived(service, operator, bo.id, true);
    await setArchived(service, operator, bo.id, false);
    await deliverArchiving(service, operator, bo.id, true);
    await deliverArchiving(service, operator, bo.id, false);
    expect((await listed()).map(({ userId }) => userId)).toEqual([ada.id]);
  });

  it('keeps a role that was given anew before the event came', async () => {
    const archivedAt = toInstantText(service.clock.now());
    await operate(removeAdministrator, { userId: bo.id });
    service.clock.advance(3 * MINUTE);
    await operate(addAdministrator, { email: bo.email });
    await deliverArchiving(service, operator, bo.id, true, archivedAt);
    await deliverArchiving(service, operator, bo.id, false);
    expect((await listed()).map(({ userId }) => userId)).toContain(bo.id);
  });

  it('is none, if made one at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await operate(removeAdministrator, { userId: bo.id });
      const archive = async () => {
        await setArchived(service, operator, bo.id, true);
        await deliverArchiving(service, operator, bo.id, true);
      };
      await Promise.all([archive(), operate(addAdministrator, { email: bo.email }).catch(() => undefined)]);
      expect((await listed()).map(({ userId }) => userId)).toEqual([ada.id]);
      await setArchived(service, operator, bo.id, false);
      await deliverArchiving(service, operator, bo.id, false);
      await operate(addAdministrator, { email: bo.email });
    }
  });
});
