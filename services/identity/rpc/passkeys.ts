import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { requireOpen } from '../../../platform/data/standstill/fence.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { challengeExpiry, requireRoomFor } from '../domain/passkeys.ts';
import { refusals, refuse } from '../domain/refusals.ts';
import { requireOwner } from '../domain/who-can-sign-in.ts';
import {
  creationOptions,
  readCredential,
  requestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from '../passkeys/web-authn.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { noteRefusedSignIn } from '../sign-in/note-refused.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { listAdministrators, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import {
  deletePasskeys,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys as list,
  lockPasskey,
  passkeyMessage,
  updatePasskey,
  useChallenge,
} from '../store/passkeys.ts';

/** The options with which the caller's browser creates a passkey. Only the hash of their challenge is stored. */
export const beginPasskeyRegistration = command(PasskeyService.method.beginPasskeyRegistration, {
  async prepare({ relyingParty }, { actor, call, runtime: { db, ids } }) {
    const { userId } = administratorOf(actor);
    const [user, existing] = await Promise.all([activeUser(call, userId), list(db, administratorOf(actor))]);
    requireRoomFor(existing);
    const challenge = ids.newSecret();
    const of = {
      relyingParty: present(relyingParty, 'relyingParty'),
      user: user ?? refuse('ADMINISTRATOR_NOT_FOUND'),
      existing,
    };
    return { challenge, userId, options: await creationOptions({ ...of, challenge }) };
  },
  async run(tx, _, { now, prepared: { challenge, userId, options } }) {
    insertChallenge(tx, { challenge, userId, expiresAt: challengeExpiry(now) });
    return { response: { options } };
  },
});

/** Stores a new passkey of the caller. Its challenge is used up even if the answer is rejected. */
export const finishPasskeyRegistration = command(PasskeyService.method.finishPasskeyRegistration, {
  prepare: ({ relyingParty, credential }) => verifyNewPasskey(present(relyingParty, 'relyingParty'), credential),
  async run(tx, { name }, { actor, now, newId, runtime, prepared: { challenge, proof, fault } }) {
    const { institutionId, userId } = administratorOf(actor);
    const at = toInstantText(now);
    const isOurs = challenge !== null && (await useChallenge(tx, { challenge, userId }, at));
    const administrator = await lockAdministrator(tx, actor, userId);
    if (!isOurs || !proof || !administrator) {
      runtime.log.debug({ err: fault, isOurs }, 'a new passkey was rejected');
      return { refusal: new Refusal(refusals.PASSKEY_REJECTED) };
    }
    requireRoomFor(await list(tx, { institutionId, userId }));
    const shown = { id: newId(), name, createdAt: at, lastUsedAt: null };
    insertPasskey(tx, { institutionId, userId, ...proof, ...shown, revision: newId() });
    return { response: { passkey: passkeyMessage(shown) } };
  },
});

/** The caller's passkeys, or those of another user. */
export const listPasskeys = query(PasskeyService.method.listPasskeys, async (db, { userId }, { actor }) => {
  const owner = userId === undefined ? administratorOf(actor) : { institutionId: actor.institutionId, userId };
  return { passkeys: (await list(db, owner)).map(passkeyMessage) };
});

/** Gives one of the caller's passkeys another name. */
export const renamePasskey = command(PasskeyService.method.renamePasskey, {
  async run(tx, { id, name }, { actor, newId }) {
    const passkey = (await lockPasskey(tx, administratorOf(actor), id)) ?? refuse('PASSKEY_NOT_FOUND');
    if (passkey.name !== name) updatePasskey(tx, { ...passkey, name, revision: newId() });
    return { response: { passkey: passkeyMessage({ ...passkey, name }) } };
  },
});

/** Removes one of the caller's passkeys: it cannot be used to sign in after the commit. */
export const removePasskey = command(PasskeyService.method.removePasskey, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { id }, { actor, now, prepared: archived }) {
    lockAdministrators(tx, actor);
    const passkey = (await lockPasskey(tx, administratorOf(actor), id)) ?? refuse('PASSKEY_NOT_FOUND');
    const { userId } = administratorOf(actor);
    const all = await listAdministrators(tx, actor, { now, archived });
    requireOwner(
      all,
      all.map((each) => (each.id === userId ? { ...each, passkeys: each.passkeys - 1 } : each)),
    );
    deletePasskeys(tx, actor, [passkey.id]);
    return { response: {} };
  },
});

/** The options with which a browser finds a passkey. They name no user, so that they do not reveal who exists. */
export const beginPasskeySignIn = command(PasskeyService.method.beginPasskeySignIn, {
  // The challenge says nothing of who answers it.
  of: 'nobody',
  async run(tx, { relyingParty }, { now, runtime }) {
    const challenge = runtime.ids.newSecret();
    insertChallenge(tx, { challenge, userId: null, expiresAt: challengeExpiry(now) });
    return { response: { options: await requestOptions(present(relyingParty, 'relyingParty'), challenge) } };
  },
});

/**
 * Begins a session of a passkey's owner. The challenge is used up even if the answer proves nothing. An answer that was
 * verified against a count that another one has changed meanwhile proves nothing either.
 */
export const finishPasskeySignIn = command(PasskeyService.method.finishPasskeySignIn, {
  of: 'own',
  async prepare({ relyingParty, credential }, context) {
    const { runtime } = context;
    const read = readCredential(credential);
    const passkey = read && (await findPasskey(runtime.db, read.id));
    if (!passkey) return null;
    const answer = await verifyPasskey(present(relyingParty, 'relyingParty'), read.response, passkey);
    const user = answer.proof && (await activeUser(await ownCall(context, passkey.institutionId), passkey.userId));
    return { passkey, user, ...answer };
  },
  async run(tx, { origin }, { prepared, ...context }) {
    if (!prepared || prepared.challenge === null) return { response: {} };
    const { passkey: verified, user, challenge, proof, fault } = prepared;
    const { now, newId, runtime } = context;
    const at = toInstantText(now);
    requireOpen(tx, verified.institutionId);
    const isOurs = await useChallenge(tx, { challenge, userId: null }, at);
    const [administrator, passkey] = await Promise.all([
      lockAdministrator(tx, verified, verified.userId),
      lockPasskey(tx, verified, verified.id),
    ]);
    if (!isOurs || !proof || !user || !administrator || passkey?.counter !== verified.counter) {
      runtime.log.debug({ err: fault, isOurs }, 'a passkey was rejected');
      const means = { ...verified, kind: 'passkey' } as const;
      noteRefusedSignIn(tx, { administrator, means, refused: 'PASSKEY_REJECTED' }, context);
      return { response: {} };
    }
    updatePasskey(tx, { ...passkey, ...proof, lastUsedAt: at, revision: newId() });
    const session = beginSession(
      tx,
      { administrator, userName: user.name, method: 'passkey', origin: present(origin, 'origin') },
      context,
    );
    return { response: { session } };
  },
});
