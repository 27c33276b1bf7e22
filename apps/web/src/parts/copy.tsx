import { CopyIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { useTell } from './toasts.tsx';

/** Copies a text. `what` it is, for the name of the button. */
export function Copy({ what, text }: { what: string; text: () => string }): ReactNode {
  const tell = useTell();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      tell('Copied.');
    } catch {
      tell(
        'It could not be copied: the browser allows that on https and localhost only. Select the text and copy it.',
        true,
      );
    }
  };
  return (
    <button type="button" className="icon" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <CopyIcon />
    </button>
  );
}
