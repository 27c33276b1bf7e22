import { projectRecord } from '@devai/memory/store/projects';
import { z } from 'zod';

export { projectSettings } from '@devai/memory/store/projects';

/** A project as people and programs see it. */
export const shownProject = projectRecord.meta({ id: 'Project' });
export type ShownProject = z.infer<typeof shownProject>;

export const projectList = z.object({ projects: z.array(shownProject).describe('last active first') });

export const deletedProject = z.object({
  memories: z.int(),
  sessions: z.int(),
  documents: z.int(),
});
