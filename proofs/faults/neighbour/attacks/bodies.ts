import { randomUUID } from 'node:crypto';
import { type HostileBody, hostileBodies, UNKNOWN_MEMBER } from '../hostile-bodies.ts';
import type { LargeInstitution } from '../large-institution.ts';
import { type Attack, SHED } from './attack.ts';

const REFUSED = ['400 bad_request', '413 bad_request', '422 validation_failed'];

/** Bodies of one kind, one mebibyte each, sixty at once. */
export const bodiesOfEachKind: readonly Attack[] = hostileBodies.map((body) =>
  attackWith(`bodies of ${body.name}`, [body], 60),
);

export const bodiesOfAllKinds = attackWith('bodies of all kinds', hostileBodies, 60);

function attackWith(name: string, bodies: readonly HostileBody[], parallel: number): Attack {
  // Each item of a bulk fails on its own.
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

/** With a known member, so that only its other errors are a reason to reject it. */
function ofMember(body: HostileBody, { userIds: [member = ''] }: LargeInstitution): HostileBody {
  return { ...body, bytes: Buffer.from(body.bytes.toString().replace(UNKNOWN_MEMBER, member)) };
}
