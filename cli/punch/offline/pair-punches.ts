import { codeKey } from '../../../services/directory/domain/identity-keys.ts';
import type { Punch, RefusedRows } from '../punch.ts';
import type { PunchedLog } from './punched-log.ts';
import { type OpenLog, takePunch, unended } from './take-punch.ts';

/**
 * Pairs punches, in order of time for each member, into complete logs, ordered by their last row in the file: appending rows to the file does
 * not change the logs of earlier rows. Keeps only one open log per member in memory.
 */
export async function* pairPunches(
  punches: AsyncIterable<Punch>,
  refuse: (rows: RefusedRows) => void,
): AsyncGenerator<PunchedLog> {
  const openLogs = new Map<string, OpenLog>();
  for await (const punch of punches) {
    const member = codeKey(punch.code);
    const { open, log, refused } = takePunch(openLogs.get(member) ?? null, punch);
    if (open) openLogs.set(member, open);
    else openLogs.delete(member);
    if (refused) refuse(refused);
    if (log) yield log;
  }
  for (const open of openLogs.values()) refuse(unended(open));
}
