import { useMemoryChanges, type Memory } from '@devai/react';
import { Pencil1Icon, TrashIcon } from '@radix-ui/react-icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';
import { describeForgotten } from './forget-dialog.tsx';

/** How long a sentence can be taken back before it is erased, in milliseconds. */
const grace = 10_000;

type KnownSentenceProps = { memory: Memory; project: string | undefined; onOpen: (id: string) => void };

/** One sentence of what is known: since when and why, and the ways to change it and to forget it. */
export function KnownSentence({ memory, project, onOpen }: KnownSentenceProps): ReactNode {
  const { id, content } = memory;
  const changes = useMemoryChanges({ project });
  const tellOutcome = useTellOutcome();
  const [edited, setEdited] = useState<Memory | null>(null);
  const forgetting = useDelayed(() => {
    const forgotten = changes.forget.mutateAsync({ id });
    tellOutcome(forgotten, describeForgotten);
    return forgotten;
  });
  const place = useRef<HTMLLIElement>(null);
  const form = edited ? 'edited' : forgetting.isWaiting ? 'leaving' : 'shown';
  const formBefore = useRef(form);
  // the button that was pressed is gone, and the focus with it
  useEffect(() => {
    const isOther = formBefore.current !== form;
    formBefore.current = form;
    if (isOther && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('button')?.focus();
  }, [form]);
  const name = visible(content).slice(0, 80);

  if (forgetting.isWaiting)
    return (
      <li ref={place} className="leaving">
        <p role="status">This is forgotten for good in ten seconds.</p>
        <button type="button" onClick={forgetting.cancel}>
          Undo
        </button>
      </li>
    );
  if (edited)
    return (
      <li ref={place}>
        <form
          className="fields"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get('content')).trim();
            if (text === edited.content) return setEdited(null);
            tellOutcome(
              changes.edit.mutateAsync(
                { id, updatedAt: edited.updatedAt, content: text },
                { onSuccess: () => setEdited(null) },
              ),
            );
          }}
          onKeyDown={({ key }) => key === 'Escape' && setEdited(null)}
        >
          <textarea
            name="content"
            aria-label="The sentence"
            defaultValue={edited.content}
            required
            maxLength={2_000}
            rows={2}
            dir="auto"
            autoFocus
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={changes.edit.isPending}>
              Save
            </button>
            <button type="button" onClick={() => setEdited(null)}>
              Cancel
            </button>
          </div>
        </form>
      </li>
    );
  return (
    <li ref={place}>
      <div className="sentence">
        <p dir="auto">{visible(content)}</p>
        <button
          type="button"
          className="icon"
          aria-label={`Edit: ${name}`}
          disabled={changes.isChanging}
          onClick={() => setEdited(memory)}
        >
          <Pencil1Icon />
        </button>
        <button type="button" className="icon" aria-label={`Forget: ${name}`} onClick={forgetting.begin}>
          <TrashIcon />
        </button>
      </div>
      <Origin {...{ memory, onOpen }} />
    </li>
  );
}

/** Since when it is known, and from whom. */
function Origin({ memory, onOpen }: Omit<KnownSentenceProps, 'project'>): ReactNode {
  const { id, createdAt, evidence, source } = memory;
  return (
    <details>
      <summary>Since when, and why?</summary>
      <p>
        Known since {moment(createdAt)}.{' '}
        {source === 'user_stated' ? 'You said so yourself.' : 'It was learned from what was said and done.'}
      </p>
      {evidence.slice(0, 1).map(({ sessionId, messages, quote }) => (
        <p key={sessionId}>
          {quote !== '' && <q dir="auto">{visible(quote)}</q>}{' '}
          {messages.slice(0, 1).map((number) => (
            <MessageLink key={number} session={sessionId} number={number}>
              Show the message
            </MessageLink>
          ))}
        </p>
      ))}
      <button type="button" className="link" onClick={() => onOpen(id)}>
        Everything about this
      </button>
    </details>
  );
}

/**
 * Does something after the time in which it can be taken back, or when the view is left before. A tab that is closed meanwhile asks
 * whether to stay, because nothing would be done.
 */
function useDelayed(act: () => Promise<unknown>) {
  const [isWaiting, setWaiting] = useState(false);
  const latest = useRef(act);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = act;
  });
  const stop = (): boolean => {
    const was = waiting.current !== undefined;
    clearTimeout(waiting.current);
    waiting.current = undefined;
    return was;
  };
  useEffect(
    () => () => {
      if (stop()) latest.current().catch(() => {}); // `act` shows the failure itself
    },
    [],
  );
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWaiting]);
  return {
    isWaiting,
    begin(): void {
      setWaiting(true);
      waiting.current = setTimeout(() => {
        stop();
        latest.current().catch(() => setWaiting(false));
      }, grace);
    },
    cancel(): void {
      stop();
      setWaiting(false);
    },
  };
}
