import { useEffect, useState, type RefObject } from 'react';

/** Characters of the longest memory. */
const longest = 2_000;

/** The text that is selected in an element; null: none. */
export function useSelectedText(place: RefObject<HTMLElement | null>): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const read = (): void => {
      const selection = getSelection();
      const isInside =
        selection?.anchorNode != null && place.current?.contains(selection.anchorNode) === true;
      if (selection === null || !isInside) {
        // the bar that offers to remember it, and its dialog, take the focus without ending it
        if (document.activeElement?.closest('.remember, .modal') == null) setText(null);
        return;
      }
      const selected = selection.toString().trim();
      setText(selected === '' ? null : selected.slice(0, longest));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [place]);
  return text;
}
