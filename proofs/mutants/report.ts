import { acceptanceOf } from './accepted.ts';
import type { Verdict } from './judge.ts';
import { areaOf } from './shards.ts';

export function isFound({ outcome }: Verdict): boolean {
  return outcome === 'found' || outcome === 'late';
}

/** Survivors that the committed list does not have. */
export function unacceptedOf(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter((verdict) => !isFound(verdict) && !acceptanceOf(verdict));
}

export function survivorText({ file, line, rule, code, before, after, outcome, ran }: Verdict): string {
  const [from, to] = differing(before, after);
  return `${outcome === 'unreached' ? 'Unreached' : `Survived ${ran} tests`}: ${file}:${line} ${rule}
    ${code}
    ${JSON.stringify(from)} → ${JSON.stringify(to)}`;
}

/** The tests that judged last and found what no other test found, each with what it found. */
export function neededOf(verdicts: readonly Verdict[]): string[] {
  return verdicts
    .filter((verdict) => verdict.stage === 'last' && isFound(verdict))
    .flatMap(({ finders, file, line }) => finders.map((test) => `Needed: ${test}, for ${file}:${line}`))
    .sort();
}

/** Mutants by area: tried, found, accepted, and the rate found of those that are not accepted. */
export function table(verdicts: readonly Verdict[]): string[] {
  const areas = [...new Set(verdicts.map(({ file }) => areaOf(file)))].sort();
  const rows = areas.map((area) => [area, verdicts.filter(({ file }) => areaOf(file) === area)] as const);
  return [...rows, ['all', verdicts] as const].map(([area, own]) => {
    const found = own.filter(isFound).length;
    const open = unacceptedOf(own).length;
    const rate = found + open === 0 ? '' : `, ${((100 * found) / (found + open)).toFixed(1)} %`;
    const acceptedCount = own.length - found - open;
    const late = own.filter(({ outcome }) => outcome === 'late').length;
    const how = late === 0 ? '' : ` (${late} because a test ran out of time)`;
    return `${area}: ${own.length} tried, ${found} found${how}, ${acceptedCount} accepted, ${open} survived${rate}`;
  });
}

/** Long texts from shortly before where they differ to shortly after it. */
function differing(before: string, after: string): [string, string] {
  if (before.length <= SHORT) return [before, after];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const from = Math.max(0, start - 40);
  return [before.slice(from, from + SHORT), after.slice(from, from + SHORT)];
}

const SHORT = 120;
