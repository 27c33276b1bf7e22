import { useFocus, useServer, type ShownFocus, type Topic, type TopicEdit } from '@devai/react';
import { PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { Empty, Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { useProject } from '../project.tsx';
import { TopicForm } from './topic-form.tsx';
import { TopicView } from './topic-view.tsx';
import './focus.css';

/** The least strength of an active topic; the focus file uses the same. */
const active = 0.6;

/** The topics of recent work, how they fade, and edits of them. */
export function FocusView(): ReactNode {
  const project = useProject();
  const { data: server } = useServer();
  const { edit, ...focus } = useFocus({ project });
  const tellOutcome = useTellOutcome();
  // the topic that is edited, and the list as the user saw it then
  const [edited, setEdited] = useState<{ topic: Topic | null; seen: ShownFocus } | null>(null);
  const change = (wanted: TopicEdit, seen: ShownFocus, words: string | null = null): void =>
    tellOutcome(
      edit.mutateAsync({ edit: wanted, seen }, { onSuccess: () => setEdited(null) }).then(({ conflict }) => {
        if (conflict !== null) throw new Error(conflict);
      }),
      () => words,
    );
  const view = useRef<HTMLElement>(null);
  const groups = focus.data && groupsOf(focus.data.topics);
  return (
    <section ref={view} aria-label="Focus" className="detail focus" tabIndex={-1}>
      <div className="head">
        <p className="hint">
          The topics of your recent work. The agent records them as you work, and each message tells it the
          recent ones. Work strengthens a topic; each day without work takes a tenth of its strength. In the
          server’s workspace, <code>memory/RECENT_FOCUS.md</code> shows the same topics; edit them here or
          there.
        </p>
        <button
          type="button"
          disabled={!focus.data}
          onClick={() => focus.data && setEdited({ topic: null, seen: focus.data })}
        >
          <PlusIcon /> Add a topic
        </button>
      </div>
      <Loaded of={focus} what="the focus">
        {focus.data && groups?.length === 0 && (
          <Empty title="Nothing is in focus">
            <p>
              {server?.offline
                ? 'Without a model, topics are found only in the names of files that you mention. With a model, they come from all you work on.'
                : 'Topics come from what you work on in the chat.'}{' '}
              Add one so that the agent knows of it now.
            </p>
          </Empty>
        )}
        {groups?.map(({ name, topics }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul className="topics">
              {topics.map((topic) => (
                <li key={topic.topic}>
                  <TopicView
                    topic={topic}
                    onEdit={() => focus.data && setEdited({ topic, seen: focus.data })}
                    onRemove={() => {
                      if (!focus.data) return;
                      // the button that has the focus is removed
                      view.current?.focus();
                      change(
                        { kind: 'remove', topic: topic.topic },
                        focus.data,
                        `“${topic.topic}” is removed. It comes back when you work on it.`,
                      );
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {focus.data && focus.data.block !== '' && (
          <details className="told">
            <summary>What the agent is told</summary>
            <p className="plain" dir="auto">
              {focus.data.block}
            </p>
          </details>
        )}
      </Loaded>
      {edited && (
        <TopicForm
          topic={edited.topic}
          onClose={() => setEdited(null)}
          isPending={edit.isPending}
          onSubmit={(wanted) => change(wanted, edited.seen)}
        />
      )}
    </section>
  );
}

const groupsOf = (topics: Topic[]) =>
  [
    { name: 'Active', topics: topics.filter(({ strength }) => strength >= active) },
    { name: 'Fading', topics: topics.filter(({ strength }) => strength < active) },
  ].filter((group) => group.topics.length > 0);
