import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    include: ['{platform,services,gateway,client,cli,installation,dev,test,bench}/**/*.test.ts'],
    // A platform of separate processes takes its time to start, and some tests start one of their own.
    testTimeout: process.env.TEST_SHAPE === 'processes' ? 180_000 : 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongFilesFirst },
    // Test files share no state but the code: a worker that keeps it saves loading it two hundred times.
    isolate: false,
    // Most of a file's time is spent waiting, for PostgreSQL, for processes that start and for what happens after a time: two workers leave a
    // fifth of two cores idle.
    maxWorkers: 3,
  },
});
