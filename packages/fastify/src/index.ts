export { default, type DevaiOptions } from './plugin.ts';
export { HttpError } from './errors.ts';
export type { Caller } from './users/caller.ts';
export type { Authenticate, Identity } from './users/identify.ts';
