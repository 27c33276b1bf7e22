import { useMemoryChanges, type Memory } from '@devai/react';
import { Pencil1Icon, TrashIcon } from '@radix-ui/react-icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';

type KnownSentenceProps = {
  memory: Memory;
  project: string | undefined;
  /** It is forgotten soon. */
  isLeaving: boolean;
  /** Whether it is among those that are chosen; null: nobody chooses. */
  isChosen: boolean | null;
  onChoose: () => void;
  onForget: () => void;
  onUndo: () => void;
  onOpen: (id: string) => void;
};

/** One sentence of what is known: since when and why, and the ways to change it and to forget it. */
export function KnownSentence(props: KnownSentenceProps): ReactNode {
  const { memory, project, isLeaving, isChosen, onChoose, onForget, onUndo, onOpen } = props;
  const { id, content } = memory;
  const changes = useMemoryChanges({ project });
  const tellOutcome = useTellOutcome();
  const [edited, setEdited] = useState<Memory | null>(null);
  const place = useRef<HTMLLIElement>(null);
  const form = edited ? 'edited' : isLeaving ? 'leaving' : 'shown';
  const formBefore = useRef(form);
  // the button that was pressed is gone, and the focus with it
  useEffect(() => {
    const isOther = formBefore.current !== form;
    formBefore.current = form;
    if (isOther && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('button')?.focus();
  }, [form]);
  const name = visible(content).slice(0, 80);

  if (isLeaving)
    return (
      <li ref={place} className="leaving">
        <p role="status">This is forgotten for good in ten seconds.</p>
        <button type="button" onClick={onUndo}>
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
  if (isChosen !== null)
    return (
      <li ref={place}>
        <label className="sentence">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <p dir="auto">{visible(content)}</p>
        </label>
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
        <button type="button" className="icon" aria-label={`Forget: ${name}`} onClick={onForget}>
          <TrashIcon />
        </button>
      </div>
      <Origin {...{ memory, onOpen }} />
    </li>
  );
}

/** Since when it is known, and from whom. */
function Origin({ memory, onOpen }: Pick<KnownSentenceProps, 'memory' | 'onOpen'>): ReactNode {
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
