import { codeKey } from '../../services/directory/domain/identity-keys.ts';
import type { Punch, RefusedRows } from './punch.ts';

/**
 * Passes on the punches that come in the order of time, member by member, and refuses the others. A punch that lies before another of its
 * member would have a different meaning on the next run, when the later one is there already.
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
      refuse({ lines: [punch.line], reason: `out_of_order: lies before the member's punch of line ${before.line}` });
    } else {
      latest.set(member, punch);
      yield punch;
    }
  }
}
