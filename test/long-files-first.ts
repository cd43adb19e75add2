import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more, the longest first: started last, one of them would run alone at the end. */
const LONG = [
  'test/architecture/checks',
  'test/journeys/',
  'test/dry-run/every-write',
  'test/docs/guides/',
  'test/time-tracking/random-punches',
  'test/placement/two-servers',
  'cli/commands/',
  'test/operations/',
  'test/deploy/',
  'libraries/embedded-postgres/',
  'test/gateway/admission/overload',
];

/** Sorts files by their known duration; the others follow in the runner's order. */
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
