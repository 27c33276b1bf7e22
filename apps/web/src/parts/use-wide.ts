import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 52rem)');

/** Whether two columns fit beside each other. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
