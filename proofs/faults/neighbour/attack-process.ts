import { constants, setPriority } from 'node:os';
import { Attacker, type Order } from './attacker.ts';
import { attackOf } from './attacks/attacks.ts';

// The cost of sending an attack must not slow the measuring process: it runs in its own process with the lowest
// priority. It prints when it begins, and its last line contains the responses.
const order: Order = JSON.parse(process.env.ORDER ?? '');
const attack = attackOf(order.attack);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await attack.prepare?.(new Attacker(order));
process.stdout.write('begins\n');
const attacker = new Attacker(order);
await attack.run(attacker);
process.stdout.write(`${JSON.stringify(attacker.answers)}\n`, () => process.exit(0));
