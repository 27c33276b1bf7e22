import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl?: string | null;
  }
}

/**
 * The Postgres server that the tests also run on, whose user may create databases; null where there is none, as in every
 * quick run.
 */
export function postgresUrl(): string | null {
  return inject('postgresUrl') ?? null;
}
