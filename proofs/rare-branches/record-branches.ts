import { appendFileSync, existsSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';

/**
 * Loaded into the processes of the platform before anything else: writes the names of the branches that they enter into
 * a file, until the file is removed. The engine counts them, so that the product needs no counters for it.
 */
const { RARE_BRANCHES_RECORD: record = '', RARE_BRANCHES: branches = '[]' } = process.env;
const EVERY_MS = 3_000;

let left: { readonly name: string; readonly file: string; readonly at: number }[] = JSON.parse(branches);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const timer = setInterval(look, EVERY_MS).unref();
process.once('exit', look);

function look(): void {
  if (left.length === 0 || !existsSync(record)) {
    clearInterval(timer);
    process.off('exit', look);
    session.disconnect();
    return;
  }
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const entered = left.filter(({ file, at }) =>
      result.some(({ url, functions }) => url.endsWith(file) && isEntered(functions, at)),
    );
    for (const { name } of entered) appendFileSync(record, `${name}\n`);
    left = left.filter((branch) => !entered.includes(branch));
  });
}

/** Of all ranges around a position, the innermost says how often it was entered since the look before. */
function isEntered(functions: readonly Profiler.FunctionCoverage[], at: number): boolean {
  const around = functions
    .flatMap(({ ranges, isBlockCoverage }) => ranges.map((range) => ({ ...range, isBlockCoverage })))
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    .map((range) => ({ ...range, length: range.endOffset - range.startOffset }));
  const [innermost] = around.toSorted((one, other) => one.length - other.length);
  return innermost?.isBlockCoverage === true && innermost.count > 0;
}
