import { SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { PasskeyService } from '../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { administratorAudit, signInMethodOf } from './audit.ts';
import type { Section } from './section.ts';
import type { Subject } from './subject.ts';

/** When and how an administrator has signed in to the console; from where, as long as the session has not ended. */
export function signInsSection(subject: Subject): Section {
  const { call, user, at } = subject;
  return {
    name: 'signIns',
    columns: ['time', 'method', 'userAgent', 'address'],
    async *rows() {
      const { sessions } = await call(SessionService.method.listSessions, { userId: user.id });
      const origins = new Map(sessions.map(({ createdAt, origin }) => [createdAt, origin]));
      for await (const page of administratorAudit(subject))
        yield page.flatMap((record) => {
          const method = signInMethodOf(record);
          const origin = origins.get(record.recordedAt);
          return method === undefined ? [] : [[at(record.recordedAt), method, origin?.userAgent, origin?.address]];
        });
    },
  };
}

/** Whether the person is, or was, an administrator. */
export async function wasAdministrator(subject: Subject): Promise<boolean> {
  for await (const page of administratorAudit(subject)) if (page.length > 0) return true;
  return false;
}

/** The passkeys with which an administrator signs in. */
export function passkeysSection({ call, user, at }: Subject): Section {
  return {
    name: 'passkeys',
    columns: ['id', 'name', 'createdAt', 'lastUsedAt'],
    async *rows() {
      const { passkeys } = await call(PasskeyService.method.listPasskeys, { userId: user.id });
      yield passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
        ...[id, name, at(createdAt), lastUsedAt === undefined ? undefined : at(lastUsedAt)],
      ]);
    },
  };
}
