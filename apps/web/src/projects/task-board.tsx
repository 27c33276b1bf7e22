import { useProjectMemory, type Memory } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';
import { detail, listOf, statuses, statusNames, statusOf, type Status } from './details.ts';

type BoardChanges = Pick<ReturnType<typeof useProjectMemory>, 'edit' | 'add'>;

/** The tasks of a project in a column for each status. */
export function TaskBoard({ project }: { project: string }): ReactNode {
  const tasks = useProjectMemory({ project, filter: { category: 'task' } });
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
            />
          ))}
        </div>
        {tasks.hasNextPage && (
          <button type="button" onClick={() => void tasks.fetchNextPage()}>
            Show more tasks
          </button>
        )}
      </Loaded>
    </section>
  );
}

function NewTask({ add }: Pick<BoardChanges, 'add'>): ReactNode {
  const tell = useTell();
  return (
    <form
      className="new-task"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const content = new FormData(form).get('task');
        if (typeof content !== 'string' || content.trim() === '') return;
        add.mutate(
          { content: content.trim(), category: 'task', metadata: { status: 'todo' } },
          { onSuccess: () => form.reset(), onError: ({ message }) => tell(message, true) },
        );
      }}
    >
      <input name="task" aria-label="A new task" placeholder="A new task" maxLength={2_000} dir="auto" />
      <button type="submit" disabled={add.isPending}>
        Add
      </button>
    </form>
  );
}

type ColumnProps = { status: Status; tasks: Memory[] } & Pick<BoardChanges, 'edit'>;

const Column = ({ status, tasks, edit }: ColumnProps): ReactNode => (
  <section aria-label={statusNames[status]} className={`column ${status}`}>
    <h3>
      {statusNames[status]} <span className="hint">{tasks.length}</span>
    </h3>
    {tasks.length === 0 ? (
      <p className="hint">None.</p>
    ) : (
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <Card task={task} edit={edit} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

function Card({ task, edit }: { task: Memory } & Pick<BoardChanges, 'edit'>): ReactNode {
  const tell = useTell();
  const { id, content, title, metadata } = task;
  const note = detail(metadata, 'note');
  const assignee = detail(metadata, 'assignee');
  const files = listOf(metadata, 'relatedFiles');
  const name = title ?? content;
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
        onChange={({ target }) =>
          edit.mutate(
            { id, metadata: { status: target.value } },
            { onError: ({ message }) => tell(message, true) },
          )
        }
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </select>
    </article>
  );
}
