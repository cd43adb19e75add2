import { outsideCalls } from '../core/call-scope.ts';
import { toInstantText } from '../core/instant.ts';
import { oldestTransactionMs } from '../data/oldest-transaction.ts';
import { LONGEST_TO_BEGIN_MS } from './command.ts';
import { perService, type Runtime } from './runtime.ts';

/**
 * An instant (RFC 3339) with this property: a change that cannot be read yet will have an `updatedAt` at or after it. Call it before the list is read.
 *
 * A change has the time at which its command began, and can be read when its transaction has committed, however much later. So the instant lies before the
 * oldest transaction that is running, in any replica, by the longest time from a command's beginning to its transaction's, and by what clocks may differ. An
 * earlier instant has the property, too: a process makes one a second.
 */
export async function nextUpdatedSince(runtime: Runtime): Promise<string> {
  return toInstantText(await latest(runtime).get());
}

const latest = perService((runtime) => {
  let made: { readonly at: number; readonly instant: Promise<number> } | undefined;
  return {
    get(): Promise<number> {
      const at = runtime.clock.now();
      // Also after the clock was set back.
      if (made && Math.abs(at - made.at) < KEPT_MS) return made.instant;
      const instant = outsideCalls(() => oldestTransactionMs(runtime.db)).then((ms) => at - ms - MARGIN_MS);
      made = { at, instant };
      instant.catch(() => (made = undefined));
      return instant;
    },
  };
});

const KEPT_MS = 1_000;
/** The clocks of two processes may each differ by this from the database server's. */
const CLOCK_DIFFERENCE_MS = 30_000;
const MARGIN_MS = LONGEST_TO_BEGIN_MS + 2 * CLOCK_DIFFERENCE_MS;
