import { useProjectMemory } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { Empty, Loaded } from '../parts/states.tsx';
import { groupKnown } from './known-groups.ts';
import { KnownSentence } from './known-sentence.tsx';

const titles = { you: 'About you', work: 'How you like to work', project: 'This project' } as const;
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
  return (
    <section aria-label="What I know about you" className="known">
      <h2>What I know about you</h2>
      {children}
      <Loaded of={newest} what="what I know">
        {groupNames.every((name) => groups[name].length === 0) && (
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
                    <KnownSentence key={memory.id} {...{ memory, onOpen, project }} />
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
