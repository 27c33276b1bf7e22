/** `@devai/memory/migrations`: for a host that brings its database to this version in a step of its own. */
export {
  connectionOf,
  DatabaseVersionError,
  migrate,
  migrationStatus,
  readSource,
  renderScript,
  type Connection,
  type MigrationReport,
  type MigrationStatus,
  type SourceFile,
  type SqlSource,
} from '@devai/db';
