import { writeFileSync } from 'node:fs';
import { UNREACHED } from './accepted.ts';
import { productExpressions } from './expressions.ts';
import {
  digestOf,
  isOpen,
  JUDGED,
  judgedNameOf,
  judgeExpressions,
  readJudged,
  repeats,
  shortNameOf,
} from './judged.ts';

/**
 * `npm run expressions:judge`: judges the regular expressions that were not found to be linear before, notes which are,
 * and prints the others.
 */
const expressions = (await productExpressions()).filter(
  (each) => repeats(each) && !Object.hasOwn(UNREACHED, each.owner),
);
const judged = readJudged();
const unknown = expressions.filter((each) => !judged.has(judgedNameOf(each)));
const faults = await judgeExpressions(unknown.map(({ text }) => text));
const linear: Record<string, string> = {};
for (const each of expressions) {
  const { owner, text } = each;
  const fault = judged.has(judgedNameOf(each)) ? undefined : faults.get(text);
  if (!fault) linear[owner] = [...(linear[owner]?.split(' ') ?? []), digestOf(text)].sort().join(' ');
  if (fault && isOpen(each)) process.stdout.write(`${JSON.stringify(shortNameOf(each))}: ${fault}\n`);
  if (!fault && !isOpen(each)) process.stdout.write(`${JSON.stringify(shortNameOf(each))} is accepted, and linear\n`);
}
const sorted = Object.fromEntries(Object.entries(linear).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(JUDGED, `${JSON.stringify(sorted, null, 2)}\n`);
process.exit();
