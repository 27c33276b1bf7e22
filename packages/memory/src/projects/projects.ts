import { MemoryError } from '../errors.ts';
import type { Focus } from '../focus/focus.ts';
import type { ForgettingJournal } from '../memories/forget.ts';
import { storedProject } from '../namespaces.ts';
import { redact, refuseSecrets } from '../redaction/redact.ts';
import type { Project, ProjectPatch } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from '../types.ts';
import { keepProjectName } from './keep-project-name.ts';

type Dependencies = {
  store: Store;
  focus: Pick<Focus, 'clear'>;
  journal: Pick<ForgettingJournal, 'flush'>;
  /** Removes messages of a project that the store rejected. */
  dropRefused: (project: string) => Promise<void>;
  onForgotten: (id: string) => void;
};

/** Projects: those that memories, sessions and documents name, and those that a person described. */
export function createProjects({ store, focus, journal, dropRefused, onForgotten }: Dependencies) {
  return {
    /** Last active first; archived ones only when asked for. */
    list: ({ archived = false }: { archived?: boolean } = {}): Promise<Project[]> =>
      store.listProjects(archived),
    /** Throws `not_found`. */
    async get(name: string): Promise<Project> {
      const project = await store.getProject(storedProject(name));
      if (project) return project;
      throw new MemoryError('not_found', `there is no project ${name}`);
    },
    /**
     * Sets the given fields, also of a project that does not exist yet, which only `archived` cannot make. Texts are redacted. Throws
     * `invalid_input` and `not_found`. Idempotent.
     */
    async save(name: string, patch: ProjectPatch): Promise<Project> {
      await refuseSecrets('project', [name]);
      const { name: given, description, workspacePath, ...rest } = patch;
      const id = storedProject(name);
      const redacted = async (text: string | null | undefined) => text && (await redact(text)).trim();
      const saved = await store.saveProject(id, {
        ...rest,
        name: await redacted(given),
        description: await redacted(description),
        workspacePath: await redacted(workspacePath),
      });
      if (given !== undefined || !(await keepProjectName(store, name))) return saved;
      return (await store.getProject(id)) ?? saved;
    },
    /**
     * Keeps the name that a project goes by, redacted, if its id shows another and it has no name yet. Whatever writes under a name does
     * this. Throws `invalid_input`. Idempotent.
     */
    async keepName(name: string): Promise<void> {
      await keepProjectName(store, name);
    },
    /**
     * Erases everything of a project: memories, sessions, documents, topics, shared values. Memories about the user stay, without their
     * quotes. This cannot be undone, so `confirm` has to be its id or name. Throws `not_found`, and `invalid_input` for another `confirm`.
     */
    async delete(
      name: string,
      { confirm }: { confirm: string },
      actor: Actor = { kind: 'user', id: null },
    ): Promise<{ memories: number; sessions: number; documents: number }> {
      const project = await this.get(name);
      if (confirm !== project.id && confirm !== project.name) {
        throw new MemoryError(
          'invalid_input',
          `confirm: must be "${project.id}", because this cannot be undone`,
        );
      }
      await journal.flush();
      await focus.clear(project.id, null);
      const { memoryIds, ...rest } = await store.deleteProject(project.id, actor);
      await dropRefused(project.id);
      for (const id of memoryIds) onForgotten(id);
      return { memories: memoryIds.length, ...rest };
    },
  };
}
