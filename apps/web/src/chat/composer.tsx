import { PaperPlaneIcon, StopIcon } from '@radix-ui/react-icons';
import { useState, type ReactNode } from 'react';
import { useChatContext } from './chat-provider.tsx';

/** As the protocol has it. */
const longest = 100_000;

/** Where the user writes. Enter sends, Shift-Enter begins a line, Escape cancels the reply. */
export function Composer(): ReactNode {
  const { send, cancel, busy, connection } = useChatContext();
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const submit = (): void => {
    if (isEmpty || busy || connection === 'refused') return;
    send(text.trim());
    setText('');
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        aria-label="Message"
        placeholder={
          connection === 'lost' ? 'The server is away; what you send waits for it' : 'Write a message'
        }
        value={text}
        maxLength={longest}
        rows={1}
        dir="auto"
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && busy) cancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      {busy ? (
        <button type="button" onClick={cancel}>
          <StopIcon /> Cancel
        </button>
      ) : (
        <button type="submit" className="primary" disabled={isEmpty || connection === 'refused'}>
          <PaperPlaneIcon /> Send
        </button>
      )}
    </form>
  );
}
