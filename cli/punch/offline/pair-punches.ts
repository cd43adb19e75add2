import { codeKey } from '../../../services/directory/domain/identity-keys.ts';
import type { Punch, RefusedRows } from '../punch.ts';
import type { PunchedLog } from './punched-log.ts';
import { type OpenLog, takePunch, unended } from './take-punch.ts';

/**
 * Pairs punches, which come in the order of time member by member, into complete logs, in the order of their ends in the file: rows that are
 * appended to a file leave the logs of the rows before as they are. Keeps one open log per member, and no more.
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
