import { defineConfig } from 'vitest/config';

/** The tests that judge mutants, in one process. A test that a mutant keeps waiting fails soon. */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    include: ['{platform,libraries,services,gateway,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    isolate: false,
    reporters: [{}],
    silent: true,
  },
});
