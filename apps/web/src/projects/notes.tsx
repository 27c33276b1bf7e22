import { useProjectMemory, type Memory, type MemoryFilter } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago } from '../parts/moment.tsx';
import { Loaded, ShowMore } from '../parts/states.tsx';
import { visible } from '../parts/visible.ts';
import { detail, listOf } from './details.ts';

type NotesProps = {
  project: string;
  title: string;
  filter: MemoryFilter;
  none: string;
  /** The lines that are shown below a memory. */
  linesOf: (memory: Memory) => string[];
};

/** The memories of one category, each with lines of its metadata. */
function Notes({ project, title, filter, none, linesOf }: NotesProps): ReactNode {
  const notes = useProjectMemory({ project, filter });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Loaded of={notes} what={title.toLowerCase()}>
        {notes.memories.length === 0 && <p className="hint">{none}</p>}
        <ul className="notes">
          {notes.memories.map((memory) => (
            <li key={memory.id}>
              <Link to="/memory" search={{ id: memory.id }} dir="auto">
                {visible(memory.title ?? memory.content)}
              </Link>{' '}
              <span className="hint">
                <Ago at={memory.createdAt} />
              </span>
              {linesOf(memory).map((line, index) => (
                <p key={index} className="hint" dir="auto">
                  {line}
                </p>
              ))}
            </li>
          ))}
        </ul>
        <ShowMore of={notes} />
      </Loaded>
    </section>
  );
}

const decision: MemoryFilter = { category: 'decision' };
const component: MemoryFilter = { category: 'component' };

export const Decisions = ({ project }: { project: string }): ReactNode => (
  <Notes
    project={project}
    title="Decisions"
    filter={decision}
    none="No decision yet. Say “Decision: …” in the chat."
    linesOf={({ metadata }) => {
      const why = detail(metadata, 'rationale');
      const rejected = listOf(metadata, 'alternatives');
      return [
        ...(why === null ? [] : [`because ${why}`]),
        ...(rejected.length === 0 ? [] : [`rejected: ${rejected.join(', ')}`]),
      ];
    }}
  />
);

export const Components = ({ project }: { project: string }): ReactNode => (
  <Notes
    project={project}
    title="Components"
    filter={component}
    none="Nothing is known about the parts of the project yet."
    linesOf={({ metadata }) => {
      const needs = listOf(metadata, 'dependencies');
      return [
        ...[detail(metadata, 'filePath'), detail(metadata, 'interface')].filter((one) => one !== null),
        ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
      ];
    }}
  />
);
