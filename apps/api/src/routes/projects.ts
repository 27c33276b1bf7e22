import { z } from 'zod';
import { notFound } from '../problems.ts';
import { deletedProject, projectList, projectSettings, shownProject } from '../protocol/projects.ts';
import { flag } from './memory/fields.ts';
import { counting, type Routes, type Served } from './routes.ts';

const params = z.strictObject({ id: z.string().min(1).max(120) });
const change = z.strictObject({
  name: z.string().trim().min(1).max(200).nullable().optional(),
  workspacePath: z.string().min(1).max(4_000).nullable().optional(),
  description: z.string().min(1).max(4_000).nullable().optional(),
  settings: projectSettings.optional(),
  archived: z.boolean().optional().describe('an archived project is not listed'),
});

/** `/api/projects` and `/api/project/:id`: projects, and what a person may say and change of one. */
export function registerProjects(routes: Routes, { memory }: Served): void {
  routes.get('/api/projects', {
    config: counting,
    schema: {
      operationId: 'listProjects',
      summary: 'Lists projects, last active first, with how much each holds',
      querystring: z.strictObject({ archived: flag.default(false).describe('include archived projects') }),
      response: { 200: projectList },
    },
    handler: async ({ query }) => ({ projects: await memory.projects.list(query) }),
  });
  routes.get('/api/project/:id', {
    schema: {
      operationId: 'getProject',
      summary: 'Shows a project',
      params,
      response: { 200: shownProject, ...notFound },
    },
    handler: ({ params: { id } }) => memory.projects.get(id),
  });
  routes.put('/api/project/:id', {
    schema: {
      operationId: 'saveProject',
      summary: 'Names, describes, archives or configures a project; null removes a value',
      params,
      body: change,
      response: { 200: shownProject, ...notFound },
    },
    handler: ({ params: { id }, body }) => memory.projects.save(id, body),
  });
  routes.delete('/api/project/:id', {
    schema: {
      operationId: 'deleteProject',
      summary: 'Erases a project for good, with its memories, sessions, documents and topics',
      params,
      querystring: z.strictObject({
        confirm: z.string().max(200).describe("the project's id or name, as confirmation"),
      }),
      response: { 200: deletedProject, ...notFound },
    },
    handler: ({ params: { id }, query }) => memory.projects.delete(id, query),
  });
}
