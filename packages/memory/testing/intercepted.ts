import type { Database } from '../src/ports.ts';

/** The database, of which `before` sees each call first. When it throws, the call fails. */
export function intercepted(database: Database, before: (name: string, args: unknown) => unknown): Database {
  return {
    ...database,
    async call(name, args) {
      await before(name, args);
      return database.call(name, args);
    },
  };
}
