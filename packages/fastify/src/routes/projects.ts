import { z } from 'zod';
import { notFound } from '../problems.ts';
import { deletedProject, projectList, shownProject } from '../protocol/projects.ts';
import { bodies, queries } from '../protocol/requests.ts';
import { counting, type Routes, type Served } from './routes.ts';

const params = z.strictObject({ id: z.string().min(1).max(120) });
/** `/api/projects` and `/api/project/:id`: projects, and what a person may say and change of one. */
export function registerProjects(routes: Routes, { operators }: Served): void {
  routes.get('/api/projects', {
    config: counting,
    schema: {
      operationId: 'listProjects',
      summary: 'Lists projects, last active first, with how much each holds',
      querystring: queries['GET /api/projects'],
      response: { 200: projectList },
    },
    handler: async ({ memory, query }) => ({ projects: await memory.projects.list(query) }),
  });
  routes.get('/api/project/:id', {
    schema: {
      operationId: 'getProject',
      summary: 'Shows a project',
      params,
      response: { 200: shownProject, ...notFound },
    },
    handler: ({ memory, params: { id } }) => memory.projects.get(id),
  });
  routes.put('/api/project/:id', {
    schema: {
      operationId: 'saveProject',
      summary: 'Names, describes, archives or configures a project; null removes a value',
      params,
      body: bodies['PUT /api/project/:id'],
      response: { 200: shownProject, ...notFound },
    },
    handler: ({ memory, params: { id }, body }) => memory.projects.save(id, body),
  });
  routes.delete('/api/project/:id', {
    config: { isOperators: true },
    schema: {
      operationId: 'deleteProject',
      summary: 'Erases a project for good, with its memories, sessions, documents and topics',
      params,
      querystring: queries['DELETE /api/project/:id'],
      response: { 200: deletedProject, ...notFound },
    },
    handler: ({ params: { id }, query }) => operators.projects.delete(id, query),
  });
}
