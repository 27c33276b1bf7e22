import { useProjectMemory, useReadMemories } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { download } from '../parts/download.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';
import { groupKnown, knownFile, titles } from './known-groups.ts';
import { KnownSentence } from './known-sentence.tsx';
import { useForgetting } from './use-forgetting.ts';

const groupNames = ['you', 'work', 'project'] as const;

/** How many sentences a group shows at first. */
const few = 8;

type KnownProps = { project: string | undefined; onOpen: (id: string) => void; children?: ReactNode };

/** What is known about the user and their work, in plain sentences. What is about them is found however old it is. */
export function Known({ project, onOpen, children }: KnownProps): ReactNode {
  const newest = useProjectMemory({ project });
  const profile = useProjectMemory({ project, filter: { category: 'profile' } });
  const preferences = useProjectMemory({ project, filter: { category: 'preference' } });
  const rules = useProjectMemory({ project, filter: { category: 'rule' } });
  const groups = groupKnown([profile, preferences, rules, newest].flatMap(({ memories }) => memories));
  const [whole, setWhole] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const forgetting = useForgetting(project);
  const leaving = [...forgetting.leaving];
  const isEmpty = groupNames.every((name) => groups[name].length === 0);
  const toggle = (id: string): void =>
    setChosen((before) =>
      before?.includes(id) ? before.filter((one) => one !== id) : [...(before ?? []), id],
    );
  return (
    <section aria-label="What I know about you" className="known">
      <h2>What I know about you</h2>
      <div className="actions">
        {children}
        {!isEmpty && chosen === null && (
          <>
            <button type="button" onClick={() => setChosen([])}>
              Choose several
            </button>
            <Export project={project} />
          </>
        )}
        {chosen !== null && (
          <>
            <button
              type="button"
              className="primary"
              disabled={chosen.length === 0}
              onClick={() => {
                forgetting.begin(chosen);
                setChosen(null);
              }}
            >
              Forget {chosen.length}
            </button>
            <button type="button" onClick={() => setChosen(null)}>
              Cancel
            </button>
          </>
        )}
        {leaving.length > 1 && (
          <button type="button" onClick={() => forgetting.cancel(leaving)}>
            Undo all {leaving.length}
          </button>
        )}
      </div>
      <Loaded of={newest} what="what I know">
        {isEmpty && (
          <Empty title="Nothing yet">
            <p>Tell me in the chat who you are and how you like to work. You can change or remove it here.</p>
          </Empty>
        )}
        {groupNames.map((name) => {
          const members = groups[name];
          const shown = whole.includes(name) ? members : members.slice(0, few);
          return (
            members.length > 0 && (
              <section key={name} aria-label={titles[name]}>
                <h3>{titles[name]}</h3>
                <ul>
                  {shown.map((memory) => (
                    <KnownSentence
                      key={memory.id}
                      {...{ memory, onOpen, project }}
                      isLeaving={forgetting.leaving.has(memory.id)}
                      isChosen={chosen && chosen.includes(memory.id)}
                      onChoose={() => toggle(memory.id)}
                      onForget={() => forgetting.begin([memory.id])}
                      onUndo={() => forgetting.cancel([memory.id])}
                    />
                  ))}
                </ul>
                {shown.length < members.length && (
                  <button
                    type="button"
                    className="link"
                    onClick={() => setWhole((before) => [...before, name])}
                  >
                    Show {members.length - shown.length} more
                  </button>
                )}
              </section>
            )
          );
        })}
      </Loaded>
    </section>
  );
}

/** Saves all that is known now as a file. */
function Export({ project }: { project: string | undefined }): ReactNode {
  const read = useReadMemories();
  const tell = useTell();
  const [isReading, setReading] = useState(false);
  const save = async (): Promise<void> => {
    setReading(true);
    try {
      download(knownFile(await read({ project })));
    } catch (error) {
      tell(`It could not be exported: ${error instanceof Error ? error.message : String(error)}`, true);
    } finally {
      setReading(false);
    }
  };
  return (
    <button type="button" disabled={isReading} onClick={() => void save()}>
      Export
    </button>
  );
}
