import { useMemoryChanges } from '@devai/react';
import { useEffect, useRef, useState } from 'react';
import { useTell } from '../parts/toasts.tsx';
import { describeForgotten } from './forget-dialog.tsx';

/** How long sentences can be taken back before they are erased, in milliseconds. */
const grace = 10_000;

/**
 * Forgets after the time in which it can be taken back, or when the view is left before. A tab that is closed meanwhile asks whether to
 * stay, because nothing would be forgotten.
 */
export function useForgetting(project: string | undefined) {
  const { forget } = useMemoryChanges({ project });
  const tell = useTell();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  /** What waits, with the timer of those that were chosen together. */
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const cancel = (ids: readonly string[]): void => {
    for (const id of ids) waiting.current.delete(id);
    setLeaving((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  const act = async (ids: readonly string[]): Promise<void> => {
    const due = ids.filter((id) => waiting.current.delete(id));
    const failed: unknown[] = [];
    let words = '';
    for (const id of due) {
      try {
        words = describeForgotten(await forget.mutateAsync({ id }));
      } catch (error) {
        failed.push(error);
      }
      cancel([id]);
    }
    const count = due.length - failed.length;
    if (count > 0) tell(count === 1 ? words : `${count} sentences are forgotten.`);
    for (const text of new Set(
      failed.map((error) => (error instanceof Error ? error.message : String(error))),
    ))
      tell(text, true);
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const held = waiting.current;
    return () => {
      for (const timer of held.values()) clearTimeout(timer);
      void latest.current([...held.keys()]);
    };
  }, []);
  const isWaiting = leaving.size > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWaiting]);
  return {
    /** What is forgotten soon. */
    leaving,
    cancel,
    begin(ids: readonly string[]): void {
      const timer = setTimeout(() => void latest.current(ids), grace);
      for (const id of ids) waiting.current.set(id, timer);
      setLeaving((before) => new Set([...before, ...ids]));
    },
  };
}
