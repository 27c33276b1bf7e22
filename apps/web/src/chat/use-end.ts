import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels that count as none: zoomed pages have fractions. */
const none = 4;
/** Pixels above the end from which the end counts as out of sight. */
const far = 120;

/**
 * Keeps a place that grows scrolled to its end until the user scrolls up, and again from when they return to it. Begins at the end for
 * each `content`. Returns the listener of the place's scrolling, what lets it stay elsewhere,
 * what leads to the end, and whether the end is out of sight.
 */
export function useEnd(place: RefObject<HTMLElement | null>, content: unknown) {
  const isFollowed = useRef(true);
  const lastTop = useRef(0);
  const [isAway, setAway] = useState(false);
  const follow = useCallback(() => {
    const { current } = place;
    if (!current) return;
    if (isFollowed.current) current.scrollTop = current.scrollHeight;
    setAway(current.scrollHeight - current.scrollTop - current.clientHeight > far);
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
    setAway(scrollHeight - scrollTop - clientHeight > far);
  };
  const toEnd = useCallback((): void => {
    isFollowed.current = true;
    follow();
  }, [follow]);
  const leaveEnd = (): void => {
    isFollowed.current = false;
    lastTop.current = place.current?.scrollTop ?? 0;
  };
  return { onScroll, leaveEnd, toEnd, isAway };
}
