import { useMemorySearch, useProjectMemory } from '@devai/react';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeftIcon, PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { Empty, Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useTyped } from '../parts/use-typed.ts';
import { useWide } from '../parts/use-wide.ts';
import { useProject } from '../project.tsx';
import { Filters } from './filters.tsx';
import { Known } from './known.tsx';
import { MemoryDetail } from './memory-detail.tsx';
import { describeSaved, MemoryForm } from './memory-form.tsx';
import { MemoryList } from './memory-list.tsx';
import { filterOf, type MemorySearch } from './memory-search.ts';
import './memory.css';

const route = getRouteApi('/memory');

/** The memories of a project: what is known in plain words, a list with filters and a search, and one of them in detail. */
export function MemoryView(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject();
  const isWide = useWide();
  const tellOutcome = useTellOutcome();
  const lastOpened = useRef<string>(undefined);
  const [isAdding, setAdding] = useState(false);
  const filter = filterOf(search);
  const text = search.q ?? '';
  const list = useProjectMemory({ project, filter, includeInvalid: search.invalid });
  const found = useMemorySearch({ text, project, filter });
  const isSearching = text.trim() !== '';
  const change = (changed: MemorySearch, replace = false): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace });
  const open = (id: string | undefined, replace = false): void => {
    if (id !== undefined) lastOpened.current = id;
    change({ id }, replace);
  };
  const field = useTyped(text, (q) => change({ q: q || undefined }, true));

  const rows = isSearching
    ? found.hits.map((hit) => ({ memory: hit.memory, hit }))
    : list.memories.map((memory) => ({ memory, hit: null }));
  const isNarrowed = Object.entries(search).some(
    ([name, value]) => name !== 'id' && name !== 'all' && value !== undefined,
  );
  // a narrow screen has room for one of them
  const isListed = isWide || search.all === true || isNarrowed;
  const isKnownShown = isWide || !isListed;
  return (
    <div className="columns memory">
      {isListed && (isWide || search.id === undefined) && (
        <section aria-label="Memories" className="list">
          {!isWide && !isNarrowed && (
            <button type="button" className="back" onClick={() => change({ all: undefined })}>
              <ArrowLeftIcon /> What I know about you
            </button>
          )}
          <div className="bar-of-buttons">
            <input
              type="search"
              aria-label="Search memories"
              placeholder="Search memories"
              value={field.typed}
              dir="auto"
              maxLength={4_000}
              onChange={({ target }) => field.type(target.value)}
            />
            <button type="button" onClick={() => setAdding(true)}>
              <PlusIcon /> Add
            </button>
          </div>
          <Filters search={search} onChange={change} />
          {isSearching && found.data?.degraded.map((note) => <p key={note}>{note}</p>)}
          <Loaded of={isSearching ? found : list} what="memories">
            {rows.length === 0 ? (
              <Empty title={isNarrowed ? 'Nothing matches' : 'Nothing is remembered yet'}>
                <p>
                  {isNarrowed
                    ? 'Nothing that is remembered matches all of this.'
                    : 'What you tell the agent, and what it learns, is listed here. “Add” states something yourself.'}
                </p>
              </Empty>
            ) : (
              <MemoryList
                rows={rows}
                selected={search.id}
                start={lastOpened.current}
                opensByArrow={isWide}
                onOpen={open}
                {...(!isSearching &&
                  list.hasNextPage &&
                  !list.isFetching &&
                  !list.isFetchNextPageError && { onEnd: () => void list.fetchNextPage() })}
              />
            )}
          </Loaded>
        </section>
      )}
      {search.id !== undefined ? (
        <MemoryDetail
          key={search.id}
          id={search.id}
          text={text}
          then={
            search.asOf === undefined
              ? null
              : (rows.find(({ memory }) => memory.id === search.id)?.memory.content ?? null)
          }
          onClose={() => open(undefined)}
          onOpen={open}
        />
      ) : (
        isKnownShown && (
          <Known project={project} onOpen={open}>
            {!isWide && (
              <button type="button" onClick={() => change({ all: true })}>
                Search and list everything
              </button>
            )}
          </Known>
        )
      )}
      {isAdding && (
        <MemoryForm
          title="Add a memory"
          memory={{}}
          isPending={list.add.isPending}
          onClose={() => setAdding(false)}
          onSubmit={(memory) =>
            tellOutcome(
              list.add.mutateAsync(memory, {
                onSuccess(saved) {
                  setAdding(false);
                  open(saved.memory.id);
                },
              }),
              describeSaved,
            )
          }
        />
      )}
    </div>
  );
}
