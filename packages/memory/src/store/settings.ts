import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** Single facts about the store itself. A setting that is not set is null. */
export const settingMethods = (call: CallFunction) => ({
  getSetting: (key: string) => call(z.unknown(), 'get_setting', { key }),
  /** `value` is an object or array: a bare text or number does not arrive as JSON through every API. */
  async setSetting(key: string, value: object): Promise<void> {
    await call(z.unknown(), 'set_setting', { key, value });
  },
  /** Puts an entry before the others of an array, moves an equal one there, and keeps the first `keep`. Returns them. */
  pushSetting: (key: string, entry: object, keep: number) =>
    call(z.array(z.unknown()), 'push_setting', { key, entry, keep }),
  /** Sets it when it is not set; returns what stands there then. */
  claimSetting: (key: string, value: object) => call(z.unknown(), 'claim_setting', { key, value }),
});
