import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 52rem)');

/** Whether the window is wide enough for two columns. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
