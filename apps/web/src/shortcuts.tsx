import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { lazy, Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { Palette } from './palette/palette.tsx';

const ShortcutHelp = lazy(() => import('./palette/shortcut-help.tsx'));

/** The button of what Ctrl-K opens, and what the key `?` opens, which is a character where somebody writes. */
export function Shortcuts(): ReactNode {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  // the keys work as soon as the button is seen
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPalette =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k';
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !isWriting(event.target);
      // another dialog is answered first
      if ((!isPalette && !isHelp) || document.querySelector('.modal') !== null) return;
      event.preventDefault();
      setOpen(isPalette ? 'palette' : 'help');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => setOpen(null);
  return (
    <>
      <button
        type="button"
        className="icon go"
        aria-label="Go to, and theme"
        title="Ctrl-K"
        onClick={() => setOpen('palette')}
      >
        <MagnifyingGlassIcon />
      </button>
      {/* not loaded on demand: what is typed right after Ctrl-K is typed into it */}
      {open === 'palette' && <Palette onClose={close} />}
      <Suspense>{open === 'help' && <ShortcutHelp onClose={close} />}</Suspense>
    </>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
