import { checkSettings } from './calls/check-calls.ts';
import { settingsForm } from './calls/settings-form.ts';
import type { Memory, MemorySettings } from './memory-interface.ts';
import { openSettings } from './open-settings.ts';
import { loadTokenizer } from './text/tokenizer.ts';

export type { Memory, MemorySettings, TransactionMemory, UserMemory } from './memory-interface.ts';

/**
 * Opens the store that the settings name, unless they bring an open one, and wires the parts of a memory over it. Throws what the store
 * throws, and `invalid_input` for wrong settings.
 */
export async function createMemory(given: MemorySettings): Promise<Memory> {
  checkSettings(settingsForm, given);
  // most of the library, and the tokenizer: a program that opens no store needs neither
  const loading = Promise.all([import('./wire-memory.ts'), loadTokenizer()]);
  loading.catch(() => undefined); // it is awaited when the store is open
  const settings = await openSettings(given);
  try {
    const [{ wireMemory }] = await loading;
    return await wireMemory(settings);
  } catch (error) {
    if (given.database === undefined) await settings.database.close();
    throw error;
  }
}
