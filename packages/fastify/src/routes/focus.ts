import type { Topic, UserMemory } from '@devai/memory';
import type { z } from 'zod';
import { notFound } from '../problems.ts';
import { clearedFocus, focus, type ShownTopic } from '../protocol/server.ts';
import { bodies, queries } from '../protocol/requests.ts';
import { projectOf } from './memory/fields.ts';
import type { Routes, Served } from './routes.ts';

/** `/api/focus`: the topics of a project, the user's edit of them as a whole list, and their removal. */
export function registerFocus(routes: Routes, { clock }: Pick<Served, 'clock'>): void {
  routes.get('/api/focus', {
    schema: {
      operationId: 'getFocus',
      summary: 'Shows the active topics of a project, strongest first',
      querystring: queries['GET /api/focus'],
      response: { 200: focus },
    },
    async handler({ memory, ownProject, query }) {
      const project = projectOf(query.project, ownProject);
      // the user may have edited the file
      await memory.focus.sync({ project });
      return show(memory, project);
    },
  });
  routes.put('/api/focus', {
    schema: {
      operationId: 'editFocus',
      summary: 'Replaces the whole list of topics with the one that the user wants',
      body: bodies['PUT /api/focus'],
      response: { 200: focus },
    },
    handler: async ({ memory, ownProject, body }) => {
      const edited = projectOf(body.project, ownProject);
      const topics = body.topics.map(({ topic, files, directories }) => ({
        topic,
        filePaths: files,
        directories,
      }));
      await memory.focus.edit(edited, topics, body.asOf === undefined ? {} : { asOf: new Date(body.asOf) });
      return show(memory, edited);
    },
  });

  routes.delete('/api/focus', {
    schema: {
      operationId: 'clearFocus',
      summary: 'Removes one topic, or all of them, and shows what was removed',
      querystring: queries['DELETE /api/focus'],
      response: { 200: clearedFocus, ...notFound },
    },
    handler: async ({ memory, ownProject, query }) => {
      const cleared = await memory.focus.clear(projectOf(query.project, ownProject), query.topic ?? null);
      return { cleared: cleared.map(toShown) };
    },
  });

  async function show({ focus: own }: UserMemory, of: string | null): Promise<z.infer<typeof focus>> {
    const [topics, { block }] = await Promise.all([own.list(of), own.block(of)]);
    // by the store's clock if there is a topic: topics touched after this one survive an edit
    const latest = Math.max(...topics.map((topic) => topic.lastTouchedAt.getTime()));
    const asOf = topics.length > 0 ? new Date(latest) : clock.now();
    return { project: of, topics: topics.map(toShown), block, asOf: asOf.toISOString() };
  }
}

const toShown = (topic: Topic): ShownTopic => ({
  topic: topic.topic,
  parent: topic.parentTopic,
  files: topic.filePaths,
  directories: topic.directories,
  strength: topic.strength,
  sessions: topic.sessionCount,
  lastTouchedAt: topic.lastTouchedAt.toISOString(),
});
