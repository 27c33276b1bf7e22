import { isUnsent, maximumMessageLength, readSlashCommand } from '@devai/react';
import { FilePlusIcon, PaperPlaneIcon, ResetIcon, StopIcon } from '@radix-ui/react-icons';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { figure } from '../parts/figures.ts';
import { AttachedFiles, useAttachments } from './attachments.tsx';
import { useChatContext } from './chat-provider.tsx';
import { runCommand } from './page-commands.ts';

type ComposerProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
};

/** Where the user writes, in `field`. Enter sends, after a running reply if there is one; Shift-Enter begins a line, Escape cancels the reply. */
export function Composer({ field, text, setText }: ComposerProps): ReactNode {
  const { send, cancel, withdraw, newChat, busy, connection, turns } = useChatContext();
  const unsent = turns.filter(isUnsent).map(({ question }) => question?.content ?? '');
  const { length } = text.trim();
  const isTooLong = length > maximumMessageLength;
  const files = useAttachments();
  const chooser = useRef<HTMLInputElement>(null);
  const isEmpty = length === 0 && !files.attached.some(({ result }) => result !== undefined);
  const isBlocked = isEmpty || isTooLong || files.isBusy || connection === 'refused';
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
    send(files.nameIn(text.trim()).trim());
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
      <AttachedFiles {...files} />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          files.add(target.files ?? []);
          // the same file can be chosen again
          target.value = '';
          field.current?.focus();
        }}
      />
      <button
        type="button"
        className="icon"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => chooser.current?.click()}
      >
        <FilePlusIcon />
      </button>
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
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          // a copied table comes as text and as a picture
          if (event.clipboardData.types.includes('text/plain')) return;
          event.preventDefault();
          files.add(event.clipboardData.files);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && busy) cancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      {unsent.length > 0 && (busy || connection === 'lost') && (
        <button
          type="button"
          onClick={() => {
            const taken = busy ? withdraw() : unsent;
            if (!busy) cancel();
            setText([...taken, text].filter((one) => one !== '').join('\n\n'));
            field.current?.focus();
          }}
        >
          <ResetIcon /> Take back
        </button>
      )}
      {busy && (
        <button
          type="button"
          onClick={({ detail }) => {
            // the second click on Send, in whose place it stands, cancels nothing
            if (detail < 2) cancel();
            field.current?.focus();
          }}
        >
          <StopIcon /> Stop
        </button>
      )}
      {(!busy || !isEmpty) && (
        <button type="submit" className="primary" aria-disabled={isBlocked}>
          <PaperPlaneIcon /> {busy ? 'Send next' : 'Send'}
        </button>
      )}
    </form>
  );
}
