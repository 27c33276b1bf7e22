import { useSessionSearch, useSessions } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { Pencil1Icon, TrashIcon } from '@radix-ui/react-icons';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { FormModal } from '../parts/form-modal.tsx';
import { EraseModal } from '../parts/erase-modal.tsx';
import { Ago } from '../parts/moment.tsx';
import { Empty, Loaded, ShowMore } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';
import { groupByDay } from './day-groups.ts';
import { useChatContext } from './chat-provider.tsx';

/** Characters of a message that stand for the name of its session. */
const longestTitle = 120;

type Shown = { id: string; title: string; at: string; name: string | null };

/** Earlier sessions: opens, searches, names and deletes them. */
export function SessionList({ onChoose }: { onChoose?: () => void }): ReactNode {
  const project = useProject();
  const [words, setWords] = useState('');
  const [named, setNamed] = useState<Shown | null>(null);
  const [unwanted, setUnwanted] = useState<Shown | null>(null);
  const text = useDeferredValue(words);
  const list = useSessions({ project });
  const search = useSessionSearch({ text, project });
  const isSearching = words.trim() !== '';
  const shown: Shown[] = isSearching
    ? (search.data ?? []).map((found) => ({ ...found, title: found.name ?? shortened(found.text) }))
    : list.sessions.map(({ id, name, firstWords, lastActiveAt }) => ({
        id,
        name,
        at: lastActiveAt,
        title: name ?? shortened(firstWords ?? ''),
      }));
  // what a search finds has the order of what fits best
  const groups = isSearching ? [{ name: '', entries: shown }] : groupByDay(shown, new Date());
  return (
    <>
      <input
        type="search"
        placeholder="Search sessions"
        aria-label="Search sessions"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Loaded of={isSearching ? search : list} what="sessions">
        {shown.length === 0 && (
          <Empty title={isSearching ? 'Nothing like this was said' : 'No session yet'}>
            {!isSearching && <p>Your conversations are kept here, and you can go on with each of them.</p>}
          </Empty>
        )}
        {groups.map(({ name, entries }) => (
          <section key={name} aria-label={name || undefined}>
            {name !== '' && <h2 className="label day">{name}</h2>}
            <ul className="sessions">
              {entries.map((session) => (
                <li key={session.id}>
                  <Link to="/chat/{-$session}" params={{ session: session.id }} onClick={onChoose}>
                    <span className="line" dir="auto">
                      {session.title || 'Untitled'}
                    </span>
                    <Ago at={session.at} />
                  </Link>
                  <button
                    type="button"
                    className="icon"
                    aria-label={`Rename ${session.title || 'this session'}`}
                    onClick={() => setNamed(session)}
                  >
                    <Pencil1Icon />
                  </button>
                  <button
                    type="button"
                    className="icon"
                    aria-label={`Delete ${session.title || 'this session'}`}
                    onClick={() => setUnwanted(session)}
                  >
                    <TrashIcon />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {!isSearching && <ShowMore of={list} />}
      </Loaded>
      {named && <Rename session={named} rename={list.rename} onClose={() => setNamed(null)} />}
      {unwanted && <Delete session={unwanted} remove={list.remove} onClose={() => setUnwanted(null)} />}
    </>
  );
}

/** The beginning of a text, in whole characters. */
const shortened = (text: string): string =>
  text
    .slice(0, longestTitle)
    .toWellFormed()
    .replace(/\uFFFD$/, '');

type RenameProps = {
  session: Shown;
  rename: ReturnType<typeof useSessions>['rename'];
  onClose: () => void;
};

function Rename({ session, rename, onClose }: RenameProps): ReactNode {
  const tellOutcome = useTellOutcome();
  return (
    <FormModal
      title="Name this session"
      isPending={rename.isPending}
      onClose={onClose}
      onSubmit={(text) =>
        tellOutcome(rename.mutateAsync({ id: session.id, name: text('name') }, { onSuccess: onClose }))
      }
    >
      <label>
        Name
        <input
          name="name"
          defaultValue={session.title}
          required
          maxLength={longestTitle}
          dir="auto"
          autoFocus
          onFocus={({ target }) => target.select()}
        />
      </label>
    </FormModal>
  );
}

type DeleteProps = {
  session: Shown;
  remove: ReturnType<typeof useSessions>['remove'];
  onClose: () => void;
};

/** Says what deleting erases, and asks for confirmation. The open session is left before it is deleted. */
function Delete({ session: { id, title }, remove, onClose }: DeleteProps): ReactNode {
  const tellOutcome = useTellOutcome();
  const { session: open, newChat } = useChatContext();
  const erase = async () => {
    if (open?.session === id) newChat();
    const { memories } = await remove.mutateAsync(id, { onSuccess: onClose });
    return memories.length;
  };
  return (
    <EraseModal
      title="Delete this session for good?"
      description="This cannot be undone. It erases what was said in it, the work of agents that it delegated, its stored contexts, and its quotes in other sessions. Memories that came from it stay, without their quotes."
      {...{ verb: 'Delete', erasing: 'Deleting …', isPending: remove.isPending, onClose }}
      onErase={() =>
        tellOutcome(erase(), (left) =>
          left === 0 ? 'Deleted.' : `Deleted. Memories that came from it and stay: ${left}.`,
        )
      }
    >
      <p className="statement" dir="auto">
        {title || 'Untitled'}
      </p>
    </EraseModal>
  );
}
