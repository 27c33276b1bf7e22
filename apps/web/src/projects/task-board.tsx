import { useProjectMemory, type Memory } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { Options } from '../parts/options.tsx';
import { Loaded, ShowMore } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { visible } from '../parts/visible.ts';
import { detail, listOf, statuses, statusName, statusOf, type Status } from './details.ts';

type BoardChanges = Pick<ReturnType<typeof useProjectMemory>, 'edit' | 'add'>;

/** The tasks of a project in a column for each status. */
export function TaskBoard({ project }: { project: string }): ReactNode {
  const tasks = useProjectMemory({ project, filter: { category: 'task' } });
  const focused = useRef<string>(null);
  return (
    <section aria-label="Tasks">
      <h2>Tasks</h2>
      <NewTask add={tasks.add} />
      <Loaded of={tasks} what="tasks">
        <div className="board">
          {statuses.map((status) => (
            <Column
              key={status}
              status={status}
              tasks={tasks.memories.filter((task) => statusOf(task) === status)}
              edit={tasks.edit}
              focused={focused}
            />
          ))}
        </div>
        <ShowMore of={tasks}>Show more tasks</ShowMore>
      </Loaded>
    </section>
  );
}

function NewTask({ add }: Pick<BoardChanges, 'add'>): ReactNode {
  const tellOutcome = useTellOutcome();
  const [text, setText] = useState('');
  return (
    <form
      className="new-task"
      onSubmit={(event) => {
        event.preventDefault();
        const content = text.trim();
        if (content === '') return;
        setText('');
        const added = add.mutateAsync({ content, category: 'task', metadata: { status: 'todo' } });
        // the text of a task that is refused comes back, unless the next one is being typed
        added.catch(() => setText((typed) => typed || content));
        tellOutcome(added, ({ action }) => (action === 'known' ? 'This is known already.' : null));
      }}
    >
      <input
        value={text}
        aria-label="A new task"
        placeholder="A new task"
        maxLength={2_000}
        dir="auto"
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Add</button>
    </form>
  );
}

type CardProps = {
  task: Memory;
  /** The task whose status has the focus: it keeps the focus when it moves to another column. */
  focused: RefObject<string | null>;
} & Pick<BoardChanges, 'edit'>;
type ColumnProps = { status: Status; tasks: Memory[] } & Omit<CardProps, 'task'>;

const Column = ({ status, tasks, ...shared }: ColumnProps): ReactNode => (
  <section aria-label={statusName(status)} className={`column ${status}`}>
    <h3>
      {statusName(status)} <span className="hint">{tasks.length}</span>
    </h3>
    {tasks.length === 0 ? (
      <p className="hint">None.</p>
    ) : (
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <Card task={task} {...shared} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

function Card({ task, edit, focused }: CardProps): ReactNode {
  const tellOutcome = useTellOutcome();
  const { id, content, title, metadata } = task;
  const note = detail(metadata, 'note');
  const assignee = detail(metadata, 'assignee');
  const files = listOf(metadata, 'relatedFiles');
  const name = visible(title ?? content);
  return (
    <article className="card">
      <Link to="/memory" search={{ id }} dir="auto">
        {name}
      </Link>
      {note !== null && note !== content && (
        <p className="hint" dir="auto">
          {note}
        </p>
      )}
      {(assignee !== null || files.length > 0) && (
        <p className="hint" dir="auto">
          {[assignee, ...files].filter((one) => one !== null).join(' · ')}
        </p>
      )}
      <select
        aria-label={`Status of ${name.slice(0, 80)}`}
        value={statusOf(task)}
        ref={(select) => {
          if (select && focused.current === id) select.focus();
        }}
        onFocus={() => {
          focused.current = id;
        }}
        onBlur={() => {
          focused.current = null;
        }}
        onChange={({ target }) => tellOutcome(edit.mutateAsync({ id, metadata: { status: target.value } }))}
      >
        <Options of={statuses} nameOf={statusName} />
      </select>
    </article>
  );
}
