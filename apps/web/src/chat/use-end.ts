import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Pixels that count as none: zoomed pages have fractions. */
const none = 4;

/**
 * Keeps a place that grows scrolled to its end until the user scrolls up, and again from when they return to it. Begins at the end for
 * each `content`. Returns the listener of the place's scrolling, and what lets it stay elsewhere.
 */
export function useEnd(place: RefObject<HTMLElement | null>, content: unknown) {
  const isFollowed = useRef(true);
  const lastTop = useRef(0);
  const follow = useCallback(() => {
    const { current } = place;
    if (current && isFollowed.current) current.scrollTop = current.scrollHeight;
  }, [place]);
  useEffect(() => {
    const observer = new ResizeObserver(follow);
    const { current } = place;
    if (!current) return;
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [place, follow]);
  useEffect(() => {
    isFollowed.current = true;
    follow();
  }, [content, follow]);
  const onScroll = (): void => {
    const { current } = place;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < none;
    if (isAtEnd && scrollTop > lastTop.current) isFollowed.current = true;
    else if (!isAtEnd && scrollTop < lastTop.current) isFollowed.current = false;
    lastTop.current = scrollTop;
  };
  const leaveEnd = (): void => {
    isFollowed.current = false;
    lastTop.current = place.current?.scrollTop ?? 0;
  };
  return { onScroll, leaveEnd };
}
