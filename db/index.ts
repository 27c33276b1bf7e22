export { functions, type ArgumentsOf, type FunctionName, type SqlType } from './catalogue.ts';
export { connectionOf, type Connection } from './connection.ts';
export { DatabaseVersionError } from './errors.ts';
export { connectHint } from './connect-hint.ts';
export { type Access, explainMissing, explainRights, readAccess } from './explain-rights.ts';
export { missingRights } from './missing-rights.ts';
export {
  migrate,
  migrationStatus,
  requireCurrent,
  requireWhole,
  statusOf,
  type MigrationReport,
  type MigrationStatus,
} from './migrate.ts';
export { parameterOf } from './parameter-of.ts';
export { atPlace, channelAt, defaultPlace, findPlace, type Place, schemaProblem, sourceAt } from './place.ts';
export { readSource } from './read-source.ts';
export { renderScript } from './render-script.ts';
export type { SourceFile, SqlSource } from './source-files.ts';
