import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes half a minute and more, the longest first: begun last, one of them would run alone at the end. */
const LONG = [
  'test/faults/',
  'test/journeys/',
  'test/system/',
  'test/time-tracking/random-punches',
  'cli/commands/',
  'cli/punch/',
  'test/engines/',
  'test/operations/',
  'test/deploy/',
  'dev/embedded-postgres/',
  'test/gateway/overload',
];

/** Orders files by how long they are known to take; the others follow as the runner has them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => this.#rank(a) - this.#rank(b));
  }

  #rank({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId).replaceAll(sep, '/');
    const rank = LONG.findIndex((part) => path.startsWith(part));
    return rank < 0 ? LONG.length : rank;
  }
}
