import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['{apps,packages}/**/*.test.ts', 'db/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make the embedded databases fight for them.
    maxWorkers: 2,
    // Only a full run (`pnpm test:full`) starts or uses a Postgres server.
    globalSetup: mode === 'full' ? ['packages/memory/contract/postgres-server.ts'] : [],
  },
}));
