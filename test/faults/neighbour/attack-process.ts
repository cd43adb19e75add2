import { Attacker, type Order } from './attacker.ts';
import { attackOf } from './attacks/attacks.ts';

// What an attack costs its own machine must not slow whoever measures it: it has a process of its own, whose last line are the answers.
const order: Order = JSON.parse(process.env.ORDER ?? '');
const attacker = new Attacker(order);
await attackOf(order.attack).run(attacker);
process.stdout.write(`${JSON.stringify(attacker.answers)}\n`, () => process.exit(0));
