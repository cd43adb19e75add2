import { randomBytes } from 'node:crypto';
import type { Attacker } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';

/** Requests with unknown credentials, as many as the Ingress lets through. */
function strangers(name: string, parallel: number, makeHeader: (attacker: Attacker, n: number) => string): Attack {
  return {
    name,
    allowed: ['401 unauthorized', ...SHED],
    bounds: ['401 unauthorized'],
    run: (attacker) =>
      attacker.keepSending(parallel, (n) => ({
        path: '/users?limit=1',
        headers: { authorization: makeHeader(attacker, n) },
      })),
  };
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Each of them could be a valid one. */
export const unknownIds = strangers('unknown client ids', 200, () =>
  basic(`lyceum-${randomBytes(12).toString('base64url')}`, 'secret'),
);

export const wrongCredentials = strangers('credentials of all wrong kinds', 200, ({ order }, n) => {
  const [id = ''] = Buffer.from(order.authorization.slice('Basic '.length), 'base64').toString().split(':');
  const kinds = [basic(id, randomBytes(8).toString('hex')), basic(`a b${n}`, 'x'), basic('x'.repeat(8_000), 'x'), ''];
  return kinds[n % kinds.length] ?? '';
});
