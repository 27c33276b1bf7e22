export { functions, type ArgumentsOf, type FunctionName, type SqlType } from './catalogue.ts';
export { connectionOf, type Connection } from './connection.ts';
export { DatabaseVersionError } from './errors.ts';
export { missingRights } from './missing-rights.ts';
export { migrate, requireCurrent } from './migrate.ts';
export { parameterOf } from './parameter-of.ts';
export { atPlace, channelAt, defaultPlace, findPlace, type Place, schemaProblem } from './place.ts';
export { readSource } from './source-files.ts';
