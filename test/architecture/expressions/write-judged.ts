import { writeFileSync } from 'node:fs';
import { UNREACHED } from './accepted.ts';
import { productExpressions } from './expressions.ts';
import { judgeExpressions } from './judge-expressions.ts';
import { digestOf, isOpen, JUDGED, shortNameOf } from './judged.ts';

/** `npm run expressions:judge`: judges all regular expressions, notes which are linear, and prints the others. */
const expressions = (await productExpressions()).filter(({ owner }) => !Object.hasOwn(UNREACHED, owner));
const faults = await judgeExpressions(expressions.map(({ text }) => text));
const linear: Record<string, string> = {};
for (const { owner, text } of expressions)
  if (!faults.has(text)) linear[owner] = [...(linear[owner]?.split(' ') ?? []), digestOf(text)].sort().join(' ');
const sorted = Object.fromEntries(Object.entries(linear).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(JUDGED, `${JSON.stringify(sorted, null, 2)}\n`);
for (const each of expressions) {
  const fault = faults.get(each.text);
  if (fault && isOpen(each)) process.stdout.write(`${JSON.stringify(shortNameOf(each))}: ${fault}\n`);
  if (!fault && !isOpen(each)) process.stdout.write(`${JSON.stringify(shortNameOf(each))} is accepted, and linear\n`);
}
process.exit();
