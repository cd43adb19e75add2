import { codeKey } from '../../services/directory/domain/identity-keys.ts';
import type { Punch, RefusedRows } from './punch.ts';

/**
 * Yields the punches that are in order of time for their member, and refuses the others. A punch earlier than another one of its member would
 * have a different meaning on the next run, when the later one is already stored.
 */
export async function* inOrder(
  punches: AsyncIterable<Punch>,
  refuse: (rows: RefusedRows) => void,
): AsyncGenerator<Punch> {
  const latest = new Map<string, Punch>();
  for await (const punch of punches) {
    const member = codeKey(punch.code);
    const before = latest.get(member);
    if (before && punch.time < before.time) {
      refuse({ lines: [punch.line], reason: `out_of_order: earlier than the member's punch in line ${before.line}` });
    } else {
      latest.set(member, punch);
      yield punch;
    }
  }
}
