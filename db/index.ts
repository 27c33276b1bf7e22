export { functions, type ArgumentsOf, type FunctionName, type SqlType } from './catalogue.ts';
export { connectionOf, type Connection } from './connection.ts';
export { DatabaseVersionError } from './errors.ts';
export { migrate, migrationStatus, type MigrationStatus } from './migrate.ts';
export { readSource } from './source-files.ts';
