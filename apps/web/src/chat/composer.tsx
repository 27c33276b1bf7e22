import { isUnsent, maximumMessageLength, readSlashCommand } from '@devai/react';
import { PaperPlaneIcon, ResetIcon, StopIcon } from '@radix-ui/react-icons';
import { useState, type ReactNode, type RefObject } from 'react';
import { figure } from '../parts/figures.ts';
import { useChatContext } from './chat-provider.tsx';
import { runCommand } from './page-commands.ts';
import { useDraft } from './use-draft.ts';

/** Where the user writes, in `field`. Enter sends, Shift-Enter begins a line, Escape cancels the reply. */
export function Composer({ field }: { field: RefObject<HTMLTextAreaElement | null> }): ReactNode {
  const { send, cancel, newChat, busy, connection, session, turns } = useChatContext();
  const unsent = turns.filter(isUnsent).map(({ question }) => question?.content ?? '');
  const [text, setText] = useDraft(session?.session ?? null, unsent.join('\n\n'));
  const { length } = text.trim();
  const isTooLong = length > maximumMessageLength;
  const isBlocked = length === 0 || isTooLong || busy || connection === 'refused';
  /** What a typed command is answered with. */
  const [answer, setAnswer] = useState<string | null>(null);
  const submit = (): void => {
    field.current?.focus();
    const command = readSlashCommand(text);
    if (command !== null) {
      const told = runCommand(command, { newChat });
      setAnswer(told);
      if (told === null) setText('');
      return;
    }
    if (isBlocked) return;
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
      {isTooLong && (
        <p className="hint" role="status">
          The message has {figure(length)} characters, and at most {figure(maximumMessageLength)} can be sent.
          Shorten it, or add it as a file under Documents.
        </p>
      )}
      {answer !== null && (
        <p className="hint" role="status">
          {answer}
        </p>
      )}
      <textarea
        ref={field}
        aria-label="Message"
        placeholder={
          connection === 'lost'
            ? 'The server cannot be reached. What you send now is sent when it is back.'
            : 'Write a message'
        }
        value={text}
        rows={1}
        dir="auto"
        autoFocus
        onChange={({ target }) => {
          setAnswer(null);
          setText(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && busy) cancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      {!busy && unsent.length > 0 && connection === 'lost' && (
        <button
          type="button"
          onClick={() => {
            cancel();
            setText([...unsent, text].filter((one) => one !== '').join('\n\n'));
            field.current?.focus();
          }}
        >
          <ResetIcon /> Take back
        </button>
      )}
      {busy && (
        <button
          type="button"
          onClick={() => {
            cancel();
            field.current?.focus();
          }}
        >
          <StopIcon /> Cancel
        </button>
      )}
      <button type="submit" className="primary" aria-disabled={isBlocked}>
        <PaperPlaneIcon /> Send
      </button>
    </form>
  );
}
