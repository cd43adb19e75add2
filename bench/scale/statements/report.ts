import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { MadeYear } from '../year/make-year.ts';
import type { Case } from './case.ts';
import { curriculaCases, locationsCases } from './curricula-and-locations.ts';
import { directoryCases } from './directory.ts';
import { identityCases } from './identity.ts';
import { measure } from './measure.ts';
import { schedulingCases } from './scheduling.ts';
import { timetrackingCases } from './timetracking.ts';
import { upkeepCases } from './upkeep.ts';
import { webhooksCases } from './webhooks.ts';

const CASES: readonly Case[] = [
  ...directoryCases,
  ...identityCases,
  ...schedulingCases,
  ...timetrackingCases,
  ...curriculaCases,
  ...locationsCases,
  ...webhooksCases,
  ...upkeepCases,
];

/**
 * The allowed ratio to the small year; below the minimum in both years counts as flat, because an index may be one
 * level deeper.
 */
const AT_MOST = 1.3;
const INSIGNIFICANT_MS = 0.1;

/**
 * Measures every statement in both years alternately, and prints a line for each.
 * @param only services to measure; all by default
 */
export async function reportStatements(
  small: MadeYear,
  full: MadeYear,
  print: (line: string) => void,
  only?: readonly string[],
): Promise<void> {
  print(
    `| statement | ms small | ms full | ratio | blocks small | blocks full | rows | |\n|---|---|---|---|---|---|---|---|`,
  );
  for (const each of CASES.filter(({ service }) => !only || only.includes(service))) {
    const [before, after] = await withClient({ connectionString: small.url(each.service) }, (first) =>
      withClient({ connectionString: full.url(each.service) }, (second) =>
        measure(
          [
            { client: first, year: small },
            { client: second, year: full },
          ],
          each,
        ),
      ),
    );
    if (!before || !after) continue;
    const ratio = after.ms / before.ms;
    const isFlat = ratio <= AT_MOST || after.ms - before.ms <= INSIGNIFICANT_MS;
    const notes = [isFlat ? '' : 'GROWS', after.readsWhole ? 'reads a table whole' : '', each.grows ?? ''].filter(
      Boolean,
    );
    const cells = [
      before.ms.toFixed(3),
      after.ms.toFixed(3),
      ratio.toFixed(2),
      before.blocks,
      after.blocks,
      after.rows,
      notes.join(', '),
    ];
    print(`| ${each.service}: ${each.name} | ${cells.join(' | ')} |`);
  }
}
