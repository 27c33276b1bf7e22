import { randomUUID } from 'node:crypto';
import { MemoryError } from '@devai/memory';
import { describeProblem } from '../../errors.ts';
import { conflict, notFound } from '../../problems.ts';
import { savedMemories, savedMemory } from '../../protocol/memory.ts';
import { extracting } from '../../protocol/session.ts';
import { bodies } from '../../protocol/requests.ts';
import { showJob } from './describe-job.ts';
import { givenProjectOf } from './fields.ts';
import type { Routes } from '../routes.ts';

/**
 * `POST /api/memory/save`, `/save-all`, `/keep` and `/extract`: what the user states and what an agent keeps, stored at once; what a session taught, soon.
 */
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

  routes.post('/api/memory/save-all', {
    schema: {
      operationId: 'saveMemories',
      summary: 'Stores many statements as `save` does; what cannot be stored is refused alone',
      body: bodies['POST /api/memory/save-all'],
      response: { 200: savedMemories },
    },
    handler: async ({ memory, ownProject, body }) => {
      const project = givenProjectOf(body.project, ownProject);
      const stored = await memory.rememberAll(body.statements.map((one) => ({ ...one, project })));
      return {
        results: stored.map((one) =>
          one.action === 'refused' ? { action: one.action, problem: describeProblem(one.error) } : one,
        ),
      };
    },
  });

  routes.post('/api/memory/keep', {
    schema: {
      operationId: 'keepMemory',
      summary:
        "Stores what an agent keeps of its own accord; it counts as the user's only if a message of theirs in the session says it",
      body: bodies['POST /api/memory/keep'],
      response: { 200: savedMemory, 201: savedMemory, ...conflict },
    },
    handler: async ({ memory, ownProject, body }, reply) => {
      const { memory: stored, action } = await memory.keep({
        ...body,
        // no message of an unknown session supports it
        sessionId: body.sessionId ?? randomUUID(),
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
      body: bodies['POST /api/memory/extract'],
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
