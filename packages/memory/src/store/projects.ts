import { z } from 'zod';
import type { Actor } from '../types.ts';
import type { CallFunction } from './call-function.ts';
import { moment } from './columns.ts';

const limit = z.int().min(1).max(100_000_000);

/** The settings of a project that differ from those of the store. Null in a change removes a setting. */
export const projectSettings = z.strictObject({
  memoryBudget: z
    .strictObject({ memories: limit.optional(), tokens: limit.optional() })
    .nullish()
    .describe('when it is exceeded, consolidation archives the weakest memories'),
  contextDays: z
    .number()
    .min(0)
    .max(3_650)
    .nullish()
    .describe('days for which contexts are kept, if shorter than the general retention'),
});
/** The settings of a project that differ from those of the store. */
export type ProjectSettings = z.output<typeof projectSettings>;

/** A project, with the number of its memories, documents and sessions. */
export const projectRecord = z.object({
  id: z.string().describe('as it appears in namespaces and sessions'),
  name: z.string(),
  workspacePath: z.string().nullable(),
  description: z.string().nullable(),
  settings: projectSettings,
  archivedAt: moment.nullable(),
  memories: z.int().describe('number of valid memories'),
  documents: z.int(),
  sessions: z.int(),
  lastActiveAt: moment.nullable(),
});
/** A project, with the number of its memories, documents and sessions. */
export type Project = z.output<typeof projectRecord>;

/** The fields that a change of a project sets; null removes a value. */
export const projectPatch = z.strictObject({
  name: z.string().nullish(),
  workspacePath: z.string().nullish(),
  description: z.string().nullish(),
  settings: projectSettings.optional(),
  archived: z.boolean().optional(),
});
/** The fields that a change of a project sets; null removes a value. */
export type ProjectPatch = z.input<typeof projectPatch>;

const deleted = z.object({ memoryIds: z.guid().array(), sessions: z.int(), documents: z.int() });

/** Projects, by their ids. */
export const projectMethods = (call: CallFunction) => ({
  /** Last active first. */
  listProjects: (archived: boolean) => call(projectRecord.array(), 'list_projects', { archived }),
  getProject: (id: string) => call(projectRecord.nullable(), 'get_project', { id }),
  /** Creates the project if it does not exist yet. */
  saveProject: (id: string, patch: ProjectPatch) => call(projectRecord, 'save_project', { id, patch }),
  /** Only if it has no name. Creates the project if it does not exist yet. */
  nameProject: (id: string, name: string) => call(z.boolean(), 'name_project', { id, name }),
  /** Erases everything of a project. Idempotent. */
  deleteProject: (id: string, actor: Actor) => call(deleted, 'delete_project', { id, actor }),
});
