import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attacker } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';
import { open } from './connections.ts';
import { post } from './writes.ts';

/**
 * Bodies of a byte a second, of two clients of one institution and of one of another, who also asks for lists. Together they hold and wait for as much of
 * a service as two institutions can.
 */
export const slowBodies: Attack = {
  name: 'slow bodies of two institutions',
  others: 1,
  allowed: ['400', '503', '429', 'open', 'of another: 200', ...SHED],
  bounds: ['of another: 200'],
  async prepare(attacker) {
    // It is known that their creates have small answers, so that a body costs what bodies cost.
    for (const authorization of clientsOf(attacker)) {
      const body = Buffer.from(JSON.stringify({ email: `${randomUUID()}@slow.example`, name: 'Small' }));
      const { headers, ...create } = post('/users', body);
      await attacker.sendDirectly({ ...create, headers: { ...headers, authorization } });
    }
  },
  async run(attacker) {
    const [first = '', second = '', other = ''] = clientsOf(attacker);
    const askForList = async () => {
      await attacker.send({ path: '/courses?limit=5', headers: { authorization: other }, countedAs: 'of another: ' });
      await delay(EVERY_MS);
    };
    await Promise.all([
      attacker.keepDoing(30, () => sendSlowly(attacker, first)),
      attacker.keepDoing(30, () => sendSlowly(attacker, second)),
      attacker.keepDoing(5, () => sendSlowly(attacker, other)),
      attacker.keepDoing(1, askForList),
    ]);
  },
};

function clientsOf({ order: { colleagues, others } }: Attacker): string[] {
  return [...colleagues.slice(0, 2), ...others.slice(0, 1)];
}

/** Sends a byte a second until the gateway answers or the attack is over. */
async function sendSlowly(attacker: Attacker, authorization: string): Promise<void> {
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
  while (!outcome && !attacker.isOver) {
    socket.write(' ');
    outcome = await Promise.race([answered, delay(EVERY_MS, undefined)]);
  }
  attacker.count(outcome ?? 'open');
  socket.destroy();
}

const EVERY_MS = 1_000;
const BYTES = 200 * 1024;
