import { useSessions, useStoreSearch } from '@devai/react';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { visible } from '../parts/visible.ts';
import { useProject } from '../project.tsx';
import { ThemeSelect } from '../theme.tsx';
import { views } from '../views.ts';
import './palette.css';

type Entry = { id: string; kind: string; text: string; go: () => unknown };

/** How many conversations it shows, and how much that was found. */
const few = 6;
const most = 12;

/** Goes to a view, a conversation, a memory, a message or a document by some of its words. Up and Down choose, Enter goes there. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const project = useProject();
  const navigate = useNavigate();
  const text = useDeferredValue(words);
  const { sessions } = useSessions({ project });
  const found = useStoreSearch({ text, project, stores: ['memories', 'messages', 'documents'] });

  const fits = (name: string): boolean => name.toLowerCase().includes(words.trim().toLowerCase());
  const entries: Entry[] = [
    ...views
      .filter(({ name }) => fits(name))
      .map(({ to, name }) => ({
        ...{ id: `view-${name}`, kind: 'View', text: name },
        go: () => navigate({ to, params: {}, search: {} }),
      })),
    ...sessions
      .map(({ id, name, firstWords }) => ({ id, title: name ?? firstWords ?? '' }))
      .filter(({ title }) => title !== '' && fits(title))
      .slice(0, few)
      .map(({ id, title }) => ({
        ...{ id, kind: 'Conversation', text: title },
        go: () => navigate({ to: '/chat/{-$session}', params: { session: id }, search: {} }),
      })),
    ...(words.trim() === '' ? [] : found.hits).slice(0, most).flatMap((hit): Entry[] => {
      if (hit.store === 'memories') {
        const { id, content } = hit.memory;
        return [{ id, kind: 'Memory', text: content, go: () => navigate({ to: '/memory', search: { id } }) }];
      }
      if (hit.store === 'messages') {
        const { id, sessionId: session, number: message, content } = hit.message;
        const place = { params: { session }, search: { message } };
        return [
          {
            ...{ id, kind: 'Message', text: content },
            go: () => navigate({ to: '/chat/{-$session}', ...place }),
          },
        ];
      }
      if (hit.store === 'sessions') return [];
      const { id, title } = hit.document;
      return [
        {
          ...{ id: hit.chunk.id, kind: `In ${title}`, text: hit.chunk.content },
          go: () => navigate({ to: '/documents', search: { id } }),
        },
      ];
    }),
  ];
  const current = Math.min(chosen, entries.length - 1);
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    void entry.go();
  };
  const move = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 };
    const next = steps[event.key];
    if (event.key === 'Enter') go(entries[current]);
    else if (next === undefined) return;
    else if (entries[next]) {
      setChosen(next);
      document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    event.preventDefault();
  };
  return (
    <Modal title="Go to" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label="A view, or words of a conversation, a memory or a document"
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={current < 0 ? undefined : `palette-${current}`}
        placeholder="A view, or words of a conversation, a memory or a document"
        value={words}
        autoFocus
        dir="auto"
        maxLength={400}
        onChange={({ target }) => {
          setWords(target.value);
          setChosen(0);
        }}
        onKeyDown={move}
      />
      {entries.length === 0 && <p role="status">Nothing has these words.</p>}
      <ul id="palette" className="palette" role="listbox" aria-label="Places">
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => go(entry)}
          >
            <span className="line" dir="auto">
              {visible(entry.text)}
            </span>
            <span className="hint">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p className="foot">
        <ThemeSelect /> <span className="hint">The key ? shows all keys.</span>
      </p>
    </Modal>
  );
}
