import { defineConfig, type TestUserConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';

/** What fills a machine for minutes or breaks it: `npm run test:engines`. */
const ENGINES = ['proofs/{engines,faults,memory,schedules}/**/*.test.ts'];
/** Every page in Chromium, in all widths and themes: `npm run test:console`. */
const BROWSER = ['proofs/browser/**/*.test.ts'];

const common: TestUserConfig = {
  globalSetup: ['test/global-setup.ts'],
  // Some tests start a platform or two of their own, on a machine that may be busy with something else.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Test files share no state but the code: a worker that keeps it saves loading it two hundred times.
  isolate: false,
};

/** With a sequencer of its own, vitest ignores `--sequence.shuffle.files`. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    sequence: isShuffled ? {} : { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: [
            '{platform,libraries,bundle,languages,services,gateway,site,console,clients,cli,deploy,one-process,dev,test,proofs,bench}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...ENGINES, ...BROWSER],
          // Most of a file's time is spent waiting, for PostgreSQL, for processes that start and for what happens after
          // a time: two workers leave a fifth of two cores idle, and four are no faster than three.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: 'browser', include: BROWSER, maxWorkers: 3, sequence: { groupOrder: 0 } } },
      // One at a time: each keeps the machine busy, and some of them measure what clients notice.
      { test: { ...common, name: 'engines', include: ENGINES, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
