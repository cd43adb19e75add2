import { constants, setPriority } from 'node:os';
import { Attacker, type Order } from './attacker.ts';
import { attackOf } from './attacks/attacks.ts';

// What an attack costs its own machine must not slow whoever measures it: it has a process of its own, which gives way to all others. It says when it begins,
// and its last line are the answers.
const order: Order = JSON.parse(process.env.ORDER ?? '');
const attack = attackOf(order.attack);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.stdout.write('begins\n');
const attacker = new Attacker(order);
await attack.run(attacker);
process.stdout.write(`${JSON.stringify(attacker.answers)}\n`, () => process.exit(0));
