import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/**/*.test.ts', 'db/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make the embedded databases fight for them.
    maxWorkers: 2,
  },
});
