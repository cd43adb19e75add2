import { randomUUID } from 'node:crypto';
import { type HostileBody, hostileBodies, UNKNOWN_MEMBER } from '../hostile-bodies.ts';
import type { LargeInstitution } from '../large-institution.ts';
import { type Attack, SHED } from './attack.ts';

const REFUSED = ['400 bad_request', '413 bad_request', '422 validation_failed'];

/** Bodies of one kind, a mebibyte each, sixty at once. */
export const bodiesOfEachKind: readonly Attack[] = hostileBodies.map((body) =>
  attackWith(`bodies of ${body.name}`, [body], 60),
);

export const bodiesOfAllKinds = attackWith('bodies of all kinds', hostileBodies, 60);

function attackWith(name: string, bodies: readonly HostileBody[], parallel: number): Attack {
  // Of a bulk each item fails alone.
  const answers = bodies.some(({ path }) => path.endsWith('/bulk')) ? [...REFUSED, '200'] : REFUSED;
  return {
    name,
    allowed: [...answers, ...SHED],
    bounds: answers,
    run(attacker) {
      const own = bodies.map((body) => ofMember(body, attacker.order.institution));
      return attacker.keepSending(parallel, (n) => {
        const { path, bytes } = own[n % own.length] as HostileBody;
        return { method: 'POST', path, body: bytes, headers: { 'idempotency-key': randomUUID() } };
      });
    },
  };
}

/** With a member who is known, so that there is no reason to refuse it but its other faults. */
function ofMember(body: HostileBody, { userIds: [member = ''] }: LargeInstitution): HostileBody {
  return { ...body, bytes: Buffer.from(body.bytes.toString().replace(UNKNOWN_MEMBER, member)) };
}
