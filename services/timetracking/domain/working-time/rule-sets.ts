import { atAzg } from './at-azg.ts';
import { chArg } from './ch-arg.ts';
import { deArbzg } from './de-arbzg.ts';
import { eu200388 } from './eu-2003-88.ts';
import { nlAtw } from './nl-atw.ts';
import type { RuleSet } from './rule-set.ts';

/** All rule sets, by their names in settings, bundles and the API. */
export const ruleSets: ReadonlyMap<string, RuleSet> = new Map(
  [deArbzg, atAzg, nlAtw, chArg, eu200388].map((each) => [each.name, each]),
);
