import type { Terminal } from '../terminal/terminal.ts';
import type { ImportProgress } from './import-bundle.ts';
import type { SectionSummary } from './imported-ids.ts';

/** The progress of an import in one line. */
export function progressLine({ section, done, total }: ImportProgress): string {
  const filled = Math.floor((done / total) * BAR);
  return `${section}  [${'='.repeat(filled)}${' '.repeat(BAR - filled)}]  ${done} of ${total}`;
}

/** Prints the counts of an import or dry run by section, and one sentence. */
export function printSummary(terminal: Terminal, summaries: readonly SectionSummary[], sentence: string): void {
  terminal.printTable(
    ['SECTION', 'CREATED', 'UPDATED', 'UNCHANGED'],
    summaries.map(({ section, created, updated, unchanged }) => [
      section,
      ...[created, updated, unchanged].map(String),
    ]),
  );
  terminal.print(`\n${sentence}`);
}

const BAR = 30;
