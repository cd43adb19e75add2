import { type Answer, Visitor } from '../../../../test/support/console/visitor.ts';
import type { Attacker } from '../attacker.ts';
import type { Attack } from './attack.ts';
import { A_YEAR, recordHours } from './hours.ts';

const IMPORT = '/console/people/import';
const VIEWS = 5;
/** The most rows, each in the most groups. */
const manyPeople = [
  'email,firstName,groups',
  ...Array.from({ length: 5_000 }, (_, n) => `participant${n}@crowd.example,Person ${n},${groups()}`),
].join('\n');
const lineBreaks = `email\r\n${'\n'.repeat(2_000_000)}`;

/** The largest files with people that one session sends, and looks at again and again. */
export const previews: Attack = {
  name: 'previews of the largest files with people',
  needsNoAppointments: true,
  needsConsole: true,
  // A file that is read, one that is refused, and the limits of a session and of a service.
  allowed: ['200', '303', '422', '429', '503'],
  bounds: ['200'],
  async run(attacker) {
    const visitor = await signIn(attacker);
    let count = 0;
    await attacker.keepDoing(10, async () => {
      const file = count++ % 2 === 0 ? manyPeople : lineBreaks;
      const sent = await ask(attacker, () => visitor.upload(IMPORT, file));
      const preview = sent?.headers.get('location');
      for (let view = 0; preview && view < VIEWS && !attacker.isOver; view++)
        await ask(attacker, () => visitor.get(preview));
    });
  },
};

/** A year of everybody's hours as a file, over and over by one session: it gets one file at a time. */
export const exports: Attack = {
  name: 'exports of a year in one session',
  needsNoAppointments: true,
  needsConsole: true,
  allowed: ['200', '429', '503'],
  bounds: ['200'],
  prepare: recordHours,
  async run(attacker) {
    const visitor = await signIn(attacker);
    let count = 0;
    await attacker.keepDoing(10, () => {
      const by = count++ % 2 === 0 ? '' : '&by=day';
      const path = `/console/time-records/export?from=${A_YEAR.from}&to=${A_YEAR.last}${by}`;
      return ask(attacker, () => visitor.get(path));
    });
  },
};

async function signIn({ order }: Attacker): Promise<Visitor> {
  const visitor = new Visitor(order.consoleUrl);
  const { status } = await visitor.post(order.signInLink);
  if (status !== 303) throw new Error(`signing in was answered with ${status}`);
  return visitor;
}

/** Asks when the Ingress lets it through, and counts the status. */
async function ask(attacker: Attacker, send: () => Promise<Answer>): Promise<Answer | undefined> {
  await attacker.ingress();
  const answer = await send().catch(() => undefined);
  attacker.count(answer ? String(answer.status) : 'cut off');
  return answer;
}

function groups(): string {
  return Array.from({ length: 50 }, (_, n) => `G${n}`).join('|');
}
