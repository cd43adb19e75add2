import type { Integrator } from '../traffic/integrator.ts';
import type { Journal } from '../traffic/journal.ts';

/**
 * Sends every key again that a client gave up, and some keys whose success is known. The platform has recovered, so
 * each key must have an answer, none may be in flight, and a known success must be replayed unchanged. The journal
 * records each violation.
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

/** Repeats one of this many known writes. */
const REPEATED = 20;
