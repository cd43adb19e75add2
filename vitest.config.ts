import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{services,gateway,cli,test,bench}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
