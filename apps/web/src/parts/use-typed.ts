import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a keystroke after which a text is sent. */
const pause = 150;

/**
 * A text that is edited here and kept elsewhere, in the address for instance. `type` shows a text at once and sends it when
 * the user pauses; a value that changes elsewhere replaces what was typed.
 */
export function useTyped(value: string, send: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const sending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === sent.current) return;
    clearTimeout(sending.current);
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(sending.current), []);
  return {
    typed,
    type(text: string) {
      setTyped(text);
      clearTimeout(sending.current);
      sending.current = setTimeout(() => {
        sent.current = text;
        send(text);
      }, pause);
    },
  };
}
