import { useProject as useProjectRecord } from '@devai/react';
import type { ReactNode } from 'react';
import { useChatContext } from '../chat/chat-provider.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useProject } from '../project.tsx';
import { Consolidate } from './consolidate.tsx';
import { Decisions, Components } from './notes.tsx';
import { Plan } from './plan.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { TaskBoard } from './task-board.tsx';
import './projects.css';

/** A project: its plan, tasks, decisions and components, and its consolidation. */
export function ProjectView(): ReactNode {
  const { session } = useChatContext();
  const chosen = useProject();
  const id = chosen ?? session?.project ?? null;
  const { project, save } = useProjectRecord(id);
  if (id === null) {
    return session === null ? (
      <Loaded of={{ error: null, refetch: () => {} }} what="the project">
        {null}
      </Loaded>
    ) : (
      <Empty title="No project">
        <p>The server has no workspace with a name. Choose a project above.</p>
      </Empty>
    );
  }
  return (
    <div className="page project-page">
      <Loaded of={project} what="the project">
        {project.data && <ProjectFacts project={project.data} save={save} />}
      </Loaded>
      <Plan project={id} />
      <TaskBoard project={id} />
      <Decisions project={id} />
      <Components project={id} />
      <Consolidate key={id} project={id} />
    </div>
  );
}
