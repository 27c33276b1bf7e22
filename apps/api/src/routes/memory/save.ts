import { z } from 'zod';
import { MemoryError } from '@devai/memory';
import { postedMessage } from '@devai/memory/sessions/posted-conversation';
import { conflict, notFound } from '../../problems.ts';
import { shownJob } from '../../protocol/job.ts';
import { savedMemory } from '../../protocol/memory.ts';
import { projectName, uuid } from '../../protocol/request-fields.ts';
import { bodies } from '../../protocol/requests.ts';
import { showJob } from './describe-job.ts';
import { givenProjectOf } from './fields.ts';
import type { Routes } from '../routes.ts';

const extractBody = z.strictObject({
  sessionId: uuid
    .optional()
    .describe('absent: the session that has the longest beginning of these messages, else a new one'),
  messages: z
    .array(postedMessage)
    .min(1)
    .max(2_000)
    .optional()
    .describe(
      'in the format of the chat APIs of OpenAI, Anthropic or Ollama, with their times if known; messages that the session already has are not stored again',
    ),
  project: projectName,
});
const extracting = z.object({
  sessionId: uuid,
  stored: z.int().describe('number of new messages'),
  job: shownJob.nullable().describe('null: there was nothing to extract'),
});

/** `POST /api/memory/save` and `/api/memory/extract`: what the user states, stored at once; what a session taught, soon. */
export function registerMemorySaving(routes: Routes): void {
  routes.post('/api/memory/save', {
    schema: {
      operationId: 'saveMemory',
      summary: 'Stores what the user states, with priority highest; stating it again strengthens the memory',
      body: bodies['POST /api/memory/save'],
      response: { 200: savedMemory, 201: savedMemory },
    },
    handler: async ({ memory, ownProject, body }, reply) => {
      const { memory: stored, action } = await memory.remember({
        ...body,
        project: givenProjectOf(body.project, ownProject),
      });
      reply.code(action === 'added' ? 201 : 200);
      return { memory: stored, action };
    },
  });

  routes.post('/api/memory/extract', {
    schema: {
      operationId: 'extract',
      summary:
        'Extracts in the background from the new messages of a session, or from a conversation that was held elsewhere',
      tags: ['sessions'],
      body: extractBody,
      response: { 202: extracting, ...notFound, ...conflict },
    },
    handler: async ({ memory, ownProject, body: { sessionId, messages, project } }, reply) => {
      reply.code(202);
      if (messages === undefined) {
        if (sessionId === undefined) throw new MemoryError('invalid_input', 'needs messages or a sessionId');
        const job = await memory.sessions.extract(sessionId);
        return { sessionId, stored: 0, job: job && showJob(job) };
      }
      const of = givenProjectOf(project, ownProject);
      const { session, stored, job } = await memory.sessions.extractFrom({
        messages,
        sessionId,
        project: of,
      });
      return { sessionId: session.id, stored, job: job && showJob(job) };
    },
  });
}
