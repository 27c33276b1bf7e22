import type { Turn } from '@devai/react';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTell } from '../parts/toasts.tsx';
import { useChatContext } from './chat-provider.tsx';

const route = getRouteApi('/chat/{-$session}');

/** Milliseconds for which the message is marked. */
const marked = 4_000;

/** What a user does to scroll. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A part of a turn: the user's message, or what the agent did about it. */
type Place = { turn: string; part: 'question' | 'answer' };

/**
 * Shows the message that the address names: loads it, scrolls to it, gives it the focus, and marks it for some seconds. `leaveEnd` stops
 * what keeps the transcript at its end. Returns what is marked.
 */
export function useNamedMessage(transcript: RefObject<HTMLElement | null>, leaveEnd: () => void) {
  const { message } = route.useSearch();
  const { session: wanted } = route.useParams();
  // differs when the same link is followed again
  const visit = useLocation({ select: ({ state }) => state.key });
  const { session, turns, from, showMessage } = useChatContext();
  const tell = useTell();
  const [place, setPlace] = useState<Place | null>(null);
  const shown = useRef<string>(undefined);
  const isOpen = session !== null && session.session === wanted;

  useEffect(() => {
    if (!isOpen || message === undefined || from < message) return;
    showMessage(message).catch((error: unknown) =>
      tell(
        `The message could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
        true,
      ),
    );
    // `showMessage` is another function after each render and does the same
    // eslint-disable-next-line
  }, [isOpen, message, visit]);

  const found = isOpen && message !== undefined && from < message ? placeOf(message, turns) : null;
  useEffect(() => {
    if (found === null || shown.current === visit) return;
    shown.current = visit;
    setPlace(found);
  });
  useEffect(() => {
    const { current } = transcript;
    const element = place && current && elementOf(place, current);
    if (!element) return;
    // turns get their heights when they come near: the message stays in the middle meanwhile, unless the user scrolls
    const observer = new ResizeObserver(() => {
      element.scrollIntoView({ block: 'center' });
      leaveEnd();
    });
    const leave = (): void => observer.disconnect();
    for (const child of current.children) observer.observe(child);
    for (const event of userEvents) current.addEventListener(event, leave, { passive: true });
    element.focus({ preventScroll: true });
    const timer = setTimeout(() => setPlace(null), marked);
    return () => {
      leave();
      for (const event of userEvents) current.removeEventListener(event, leave);
      clearTimeout(timer);
    };
    // `leaveEnd` is another function after each render and does the same
    // eslint-disable-next-line
  }, [place, transcript]);
  return place;
}

const elementOf = ({ turn, part }: Place, transcript: HTMLElement): HTMLElement | null =>
  transcript.querySelector(`[data-turn="${CSS.escape(turn)}"] [data-part=${part}]`);

/** Where a message stands: the question of a turn, or within its answer. */
function placeOf(message: number, turns: Turn[]): Place | null {
  const turn =
    turns.findLast(({ question, end }) => (question?.number ?? end?.number ?? Infinity) <= message) ??
    turns[0];
  if (!turn) return null;
  return { turn: turn.key, part: turn.question?.number === message ? 'question' : 'answer' };
}
