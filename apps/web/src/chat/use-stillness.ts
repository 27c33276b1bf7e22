import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Keeps what is seen of a place where it is when other content comes before it. `first` names what the content begins with. */
export function useStillness(place: RefObject<HTMLElement | null>, first: string | undefined): void {
  const before = useRef<{ first: string | undefined; height: number }>({ first, height: 0 });
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const { height } = before.current;
    const isEarlier = before.current.first !== undefined && before.current.first !== first;
    // elsewhere the browser does it by itself
    if (isEarlier && first !== undefined && current.scrollTop === 0)
      current.scrollTop = current.scrollHeight - height;
    before.current = { first, height: current.scrollHeight };
  });
}
