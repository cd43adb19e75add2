import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attacker } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';
import { open } from './connections.ts';
import { post } from './writes.ts';

/**
 * Bodies of a byte a second, of two clients of one institution and of one of another: together they hold and wait for
 * as much of a service as two institutions can. They end after the last list that a third institution asks for, so that
 * none is answered because they have ended.
 */
export const slowBodies: Attack = {
  name: 'slow bodies of two institutions',
  needsNoAppointments: true,
  others: 2,
  allowed: ['400', '503', '429', 'open', 'of a third: 200', ...SHED],
  bounds: ['of a third: 200'],
  async prepare(attacker) {
    // Each gateway knows that their creates have small answers, so that a body costs what bodies cost.
    const { bodies } = clientsOf(attacker);
    for (const authorization of [...bodies, ...bodies]) {
      const body = Buffer.from(JSON.stringify({ email: `${randomUUID()}@slow.example`, name: 'Small' }));
      const { headers, ...create } = post('/users', body);
      await attacker.sendDirectly({ ...create, headers: { ...headers, authorization } });
    }
  },
  async run(attacker) {
    const { bodies, third } = clientsOf(attacker);
    const lists = new AbortController();
    const askForList = async () => {
      await delay(EVERY_MS);
      await attacker.send({ path: '/courses?limit=5', headers: { authorization: third }, countedAs: 'of a third: ' });
    };
    await Promise.all([
      ...bodies.map((client) => attacker.keepDoing(30, () => sendSlowly(attacker, client, lists.signal))),
      attacker.keepDoing(1, askForList).finally(() => lists.abort()),
    ]);
  },
};

/** Of those that send bodies, two are of one institution. */
function clientsOf({ order: { colleagues, others } }: Attacker) {
  const [other = '', third = ''] = others;
  return { bodies: [...colleagues.slice(0, 2), other], third };
}

/** Sends a byte a second until the gateway answers or the attack has ended. */
async function sendSlowly(attacker: Attacker, authorization: string, ended: AbortSignal): Promise<void> {
  await attacker.ingress();
  const socket = await open(attacker);
  const answered = once(socket, 'data').then(
    ([data]) => /^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 'cut off',
    () => 'cut off',
  );
  socket.write(
    `POST /api/v4/users HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${BYTES}\r\n\r\n`,
  );
  let outcome: string | undefined;
  while (!outcome && !ended.aborted) {
    socket.write(' ');
    outcome = await Promise.race([answered, delay(EVERY_MS, undefined)]);
  }
  attacker.count(outcome ?? 'open');
  socket.destroy();
}

const EVERY_MS = 1_000;
const BYTES = 200 * 1024;
