import { z } from 'zod';
import type { Database } from '../ports.ts';
import { parseResult } from './rows.ts';
import type { SettingStore } from './store.ts';
import { toUsageInput } from './usage-input.ts';

/** Settings and the ledger, over SQL functions of the same names. A setting that is not set is null. */
export function createSettingStore(database: Database): SettingStore {
  return {
    getSetting: (key) => database.call('get_setting', { key }),
    async setSetting(key, value) {
      await database.call('set_setting', { key, value });
    },
    claimSetting: (key, value) => database.call('claim_setting', { key, value }),
    async recordUsage(entries) {
      await database.call('record_usage', { entries: toUsageInput(entries) });
    },
    async usedToday() {
      return parseResult(z.number(), await database.call('count_tokens_today', {}));
    },
  };
}
