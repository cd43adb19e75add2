import type { Integrator } from '../traffic/integrator.ts';
import type { Journal } from '../traffic/journal.ts';

/**
 * Sends every key again that a client has given up, and some whose success is known: the platform is well again, so that each has its answer
 * now, none is in flight, and a known success is repeated as it was. What is not so the journal has as a wrong.
 */
export async function settleKeys(journal: Journal, integrator: Integrator): Promise<{ givenUp: number }> {
  const givenUp = journal.writes.filter(({ answer }) => !answer);
  for (const record of givenUp) {
    const { outcome, answer } = await integrator.send(record);
    if (!answer && !(typeof outcome === 'number' && outcome >= 400 && outcome < 500 && outcome !== 409))
      journal.wrongs.push(`the key ${record.write.key} of ${record.write.kind} is stuck: ${outcome}`);
  }
  const known = journal.writes.filter(({ answer }, index) => answer && index % REPEATED === 0);
  for (const record of known) {
    const { outcome, answer } = await integrator.send(record);
    if (!answer) journal.wrongs.push(`${record.write.kind} is not repeated with its key: ${outcome}`);
    else if (!answer.headers.has('idempotency-replayed'))
      journal.wrongs.push(`${record.write.kind} with its key is no replay: ${record.write.key}`);
  }
  return { givenUp: givenUp.length };
}

/** One of so many. */
const REPEATED = 20;
