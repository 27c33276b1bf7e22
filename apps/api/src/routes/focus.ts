import type { Topic } from '@devai/memory';
import { z } from 'zod';
import { notFound } from '../problems.ts';
import { clearedFocus, focus, type ShownTopic } from '../protocol/server.ts';
import { projectName, projectOf } from './memory/fields.ts';
import type { Routes, Served } from './routes.ts';

const path = z.string().min(1).max(500);
const topicName = z.string().min(1).max(120);

const editedFocus = z.strictObject({
  project: projectName,
  topics: z
    .array(
      z.strictObject({
        topic: topicName,
        files: z.array(path).max(100),
        directories: z.array(path).max(100),
      }),
    )
    .max(500),
  asOf: z.iso.datetime({ offset: true }).optional(),
});

/** `/api/focus`: the topics of a project, the user's edit of them as a whole list, and their removal. */
export function registerFocus(
  routes: Routes,
  { memory, clock, ownProject }: Pick<Served, 'memory' | 'clock' | 'ownProject'>,
): void {
  routes.get('/api/focus', {
    schema: {
      operationId: 'getFocus',
      summary: 'Shows the active topics of a project, strongest first',
      querystring: z.strictObject({ project: projectName }),
      response: { 200: focus },
    },
    handler: (request) => show(projectOf(request.query.project, ownProject)),
  });
  routes.put('/api/focus', {
    schema: {
      operationId: 'editFocus',
      summary: 'Replaces the whole list of topics with the one that the user wants',
      body: editedFocus,
      response: { 200: focus },
    },
    handler: async ({ body }) => {
      const edited = projectOf(body.project, ownProject);
      const topics = body.topics.map(({ topic, files, directories }) => ({
        topic,
        filePaths: files,
        directories,
      }));
      await memory.focus.edit(edited, topics, body.asOf === undefined ? {} : { asOf: new Date(body.asOf) });
      return show(edited);
    },
  });

  routes.delete('/api/focus', {
    schema: {
      operationId: 'clearFocus',
      summary: 'Removes one topic, or all of them, and shows what was removed',
      querystring: z.strictObject({
        project: projectName,
        topic: topicName.optional().describe('absent: all of them'),
      }),
      response: { 200: clearedFocus, ...notFound },
    },
    handler: async ({ query }) => {
      const cleared = await memory.focus.clear(projectOf(query.project, ownProject), query.topic ?? null);
      return { cleared: cleared.map(toShown) };
    },
  });

  async function show(of: string | null): Promise<z.infer<typeof focus>> {
    const [topics, { block }] = await Promise.all([memory.focus.list(of), memory.focus.block(of)]);
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
