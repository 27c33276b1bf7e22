import { useProjects } from '@devai/react';
import { createContext, use, type ReactNode } from 'react';

/** The project whose memory is shown; undefined: the server's own. */
export const ProjectContext = createContext<string | undefined>(undefined);

export const useProject = (): string | undefined => use(ProjectContext);

type ProjectSelectProps = { value: string | undefined; onChange: (project: string | undefined) => void };

/** Chooses the project. Shows nothing when there is only one. */
export function ProjectSelect({ value, onChange }: ProjectSelectProps): ReactNode {
  const { data: projects = [] } = useProjects();
  if (projects.length < 2) return null;
  return (
    <select
      className="project"
      aria-label="Project"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">this workspace</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </select>
  );
}
