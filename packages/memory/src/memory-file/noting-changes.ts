import type { Store } from '../store/store.ts';

/** The methods that change what the memory file shows; what is erased is written at once. */
const changing = [
  'remember',
  'rememberAll',
  'updateMemory',
  'invalidateMemory',
  'restoreMemory',
] as const satisfies (keyof Store)[];

/** The same store, which calls `onChange` after memories changed. */
export function notingChanges(store: Store, onChange: () => void): Store {
  const noting = { ...store };
  for (const name of changing) {
    const method: (...args: never[]) => Promise<unknown> = store[name];
    Object.assign(noting, {
      async [name](...args: never[]) {
        const result = await method(...args);
        onChange();
        return result;
      },
    });
  }
  return noting;
}
