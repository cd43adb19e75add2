import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    include: ['{services,gateway,cli,system,test,bench}/**/*.test.ts'],
    // A platform of separate processes takes its time to start, and some tests start one of their own.
    testTimeout: process.env.TEST_SHAPE === 'processes' ? 180_000 : 60_000,
    hookTimeout: 120_000,
    // Test files share no state but the code: a worker that keeps it saves loading it two hundred times.
    isolate: false,
  },
});
