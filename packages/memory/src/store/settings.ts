import { z } from 'zod';
import type { CallFunction } from './call-function.ts';

/** Facts about the store itself. A missing setting is null. */
export const settingMethods = (call: CallFunction) => ({
  getSetting: (key: string) => call(z.unknown(), 'get_setting', { key }),
  /** `value` is an object or array: a bare text or number does not arrive as JSON through every API. */
  async setSetting(key: string, value: object): Promise<void> {
    await call(z.unknown(), 'set_setting', { key, value });
  },
  /** Puts an entry first in an array (an equal one moves there), and keeps the first `keep` entries. Returns them. */
  pushSetting: (key: string, entry: object, keep: number) =>
    call(z.array(z.unknown()), 'push_setting', { key, entry, keep }),
  /** Sets a setting that is missing. Returns its value. */
  claimSetting: (key: string, value: object) => call(z.unknown(), 'claim_setting', { key, value }),
});
