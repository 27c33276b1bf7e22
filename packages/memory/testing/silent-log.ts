import type { Log } from '../src/ports.ts';

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
