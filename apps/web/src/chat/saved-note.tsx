import { useMemoryChanges, type Turn } from '@devai/react';
import { Pencil1Icon, ResetIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';

type Saved = Turn['saved'][number];

const words: Record<Saved['action'], string> = {
  added: 'Remembered',
  updated: 'Remembered',
  contradicted: 'Remembered',
  known: 'Known already',
  refused: 'Noted beside what you said, as disputed',
};

/** What was remembered of a message: it can be corrected in place, and taken back. */
export function SavedNote({ saved }: { saved: Saved }): ReactNode {
  const { id, action } = saved;
  const changes = useMemoryChanges();
  const tellOutcome = useTellOutcome();
  const [content, setContent] = useState(saved.content);
  const [form, setForm] = useState<'shown' | 'edited' | 'undone'>('shown');

  if (form === 'undone')
    return (
      <p className="saved">
        <span>
          Not remembered: <bdi>{visible(content)}</bdi>
        </span>
        <button
          type="button"
          className="link"
          autoFocus
          onClick={() =>
            tellOutcome(changes.restore.mutateAsync({ id }, { onSuccess: () => setForm('shown') }))
          }
        >
          Remember it after all
        </button>
      </p>
    );
  if (form === 'edited')
    return (
      <form
        className="saved"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('content')).trim();
          const show = (): void => {
            setContent(text);
            setForm('shown');
          };
          tellOutcome(changes.edit.mutateAsync({ id, content: text }, { onSuccess: show }));
        }}
        onKeyDown={({ key }) => key === 'Escape' && setForm('shown')}
      >
        <input
          name="content"
          aria-label="What is remembered"
          defaultValue={content}
          required
          maxLength={2_000}
          dir="auto"
          autoFocus
        />
        <button type="submit" disabled={changes.edit.isPending}>
          Save
        </button>
      </form>
    );
  const name = visible(content).slice(0, 80);
  return (
    <p className="saved">
      <span>
        {words[action]}:{' '}
        <Link to="/memory" search={{ id }}>
          <bdi>{visible(content)}</bdi>
        </Link>
      </span>
      {action !== 'refused' && (
        <button
          type="button"
          className="icon"
          aria-label={`Correct: ${name}`}
          onClick={() => setForm('edited')}
        >
          <Pencil1Icon />
        </button>
      )}
      {action === 'added' && (
        <button
          type="button"
          className="icon"
          aria-label={`Do not remember: ${name}`}
          disabled={changes.undoAdding.isPending}
          onClick={() =>
            tellOutcome(changes.undoAdding.mutateAsync({ id }, { onSuccess: () => setForm('undone') }))
          }
        >
          <ResetIcon />
        </button>
      )}
    </p>
  );
}
