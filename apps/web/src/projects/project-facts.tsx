import type { useProject } from '@devai/react';
import { Pencil1Icon } from '@radix-ui/react-icons';
import { useState, type ReactNode } from 'react';
import { count, figure } from '../parts/figures.ts';
import { FormModal, type TextOf } from '../parts/form-modal.tsx';
import { moment } from '../parts/moment.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';

type Record = ReturnType<typeof useProject>;
type ProjectFactsProps = { project: NonNullable<Record['project']['data']>; save: Record['save'] };

/** The name, description and size of a project, with a dialog that edits them. */
export function ProjectFacts({ project, save }: ProjectFactsProps): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const { name, description, memories, sessions, documents, lastActiveAt, settings } = project;
  const budget = settings.memoryBudget?.memories;
  return (
    <section aria-label="Project" className="project-head">
      <div className="actions">
        <h2 dir="auto">{name}</h2>
        <button type="button" onClick={() => setEdited(true)}>
          <Pencil1Icon /> Edit
        </button>
      </div>
      {description !== null && <p dir="auto">{description}</p>}
      <p className="hint">
        {memories === 1 ? '1 memory' : `${figure(memories)} memories`}
        {budget !== undefined && ` (${figure(budget)} at most)`}, {count(sessions, 'session')},{' '}
        {count(documents, 'document')}
        {lastActiveAt !== null && `; last active ${moment(lastActiveAt)}`}
      </p>
      {isEdited && <EditProject {...{ project, save }} onClose={() => setEdited(false)} />}
    </section>
  );
}

function EditProject({ project, save, onClose }: ProjectFactsProps & { onClose: () => void }): ReactNode {
  const tellOutcome = useTellOutcome();
  const { name, description, settings } = project;
  const submit = (text: TextOf): void => {
    const most = Number(text('memories'));
    tellOutcome(
      save.mutateAsync(
        {
          name: text('name'),
          description: text('description') || null,
          settings: { memoryBudget: most > 0 ? { ...settings.memoryBudget, memories: most } : null },
        },
        { onSuccess: onClose },
      ),
    );
  };
  return (
    <FormModal title="This project" isPending={save.isPending} onClose={onClose} onSubmit={submit}>
      <label>
        Name
        <input name="name" defaultValue={name} required maxLength={200} dir="auto" autoFocus />
      </label>
      <label>
        What it is
        <textarea name="description" defaultValue={description ?? ''} maxLength={4_000} rows={3} dir="auto" />
      </label>
      <label>
        Most memories (consolidation archives the weakest above it)
        <input
          name="memories"
          type="number"
          min={1}
          max={100_000_000}
          defaultValue={settings.memoryBudget?.memories ?? ''}
        />
      </label>
    </FormModal>
  );
}
