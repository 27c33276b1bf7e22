import { randomUUID } from 'node:crypto';
import { normaliseProject } from '@devai/memory';
import { message } from '@devai/memory/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp } from './http-app.ts';

const app = serveHttp();

it('never shows a project what another one stored, by any route', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(name, name, async (owner, reader) => {
      fc.pre(normaliseProject(owner) !== normaliseProject(reader) && normaliseProject(owner) !== null);
      const secret = randomUUID();
      const content = `the launch code of this place is ${secret}`;
      const stored = await app.ask('POST', '/api/memory/save', { content, project: owner });
      expect(stored.status).toBe(201);
      const { id } = saved.parse(stored.json).memory;
      const session = await storeMessage(owner, content);
      const asReader = `project=${encodeURIComponent(reader.toWellFormed())}`;
      const question = encodeURIComponent(content);

      const reads = [
        `/api/memory?${asReader}&includeInvalid=true&limit=200`,
        `/api/memory?${asReader}&namespace=${encodeURIComponent(`devai/project/${normaliseProject(owner)}`)}`,
        `/api/memory/search?q=${question}&messages=true&${asReader}`,
        `/api/memory/relevant?q=${question}&${asReader}`,
        `/api/memory/${id}?${asReader}`,
        `/api/memory/${id}/history?${asReader}`,
        `/api/memory/sessions?${asReader}&limit=200`,
        `/api/memory/sessions/${session}?${asReader}`,
        `/api/memory/sessions/${session}/recall?${asReader}`,
        `/api/focus?${asReader}`,
      ];
      for (const url of reads) {
        const { body } = await app.ask('GET', url);
        expect(body, url).not.toContain(secret);
        // a refusal repeats the id that was asked for
        if (!url.includes(session)) expect(body, url).not.toContain(session);
      }
      const writes = [
        await app.ask('POST', '/api/memory/explain', { text: content, memoryId: id, project: reader }),
        await app.ask('PUT', `/api/memory/${id}?${asReader}`, { pinned: true }),
        await app.ask('POST', `/api/memory/${id}/restore?${asReader}`),
        await app.ask('DELETE', `/api/memory/${id}?${asReader}&messages=true`),
      ];
      for (const { body } of writes) expect(body).not.toContain(secret);
      const after = await app.ask('GET', `/api/memory/${id}`);
      expect(after.json).toMatchObject({ content, pinned: false });
    }),
    {
      numRuns: 25,
      examples: [
        ['taskforge', 'task'],
        ['task', 'taskforge'],
        ['task_forge', 'task%'],
        ['task', ''],
      ],
    },
  );
});

it('shows a project what it stored itself, whatever its name', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(name, async (owner) => {
      fc.pre(normaliseProject(owner) !== null);
      const secret = randomUUID();
      const stored = await app.ask('POST', '/api/memory/save', {
        content: `its own: ${secret}`,
        project: owner.toWellFormed(),
      });
      const { id } = saved.parse(stored.json).memory;
      const session = await storeMessage(owner, `its own message: ${secret}`);
      const asOwner = `project=${encodeURIComponent(owner.toWellFormed())}`;
      expect((await app.ask('GET', `/api/memory/${id}?${asOwner}`)).body).toContain(secret);
      expect((await app.ask('GET', `/api/memory?${asOwner}&limit=200`)).body).toContain(secret);
      expect((await app.ask('GET', `/api/memory/sessions?${asOwner}`)).body).toContain(session);
      expect((await app.ask('GET', `/api/memory/sessions/${session}?${asOwner}`)).body).toContain(secret);
    }),
    { numRuns: 15 },
  );
});

async function storeMessage(project: string, content: string): Promise<string> {
  const session = { id: randomUUID(), project: normaliseProject(project), agent: 'chapo' };
  await app.memory.sessions.open(session);
  await app.memory.sessions.append(session, [message(content)]);
  return session.id;
}

const saved = z.object({ memory: z.object({ id: z.string() }) });

/** Names that are near each other, or mean something to SQL, to paths, or to patterns. */
const name = fc.oneof(
  fc.constantFrom(
    'task', 'taskforge', 'task_forge', 'task%', 'task/forge', 'task.forge', 'TASK', ' task ', '%', '_', '..', '.',
    '../task', "task'--", 'task\\', 'task*', 'tȧsk', 'task\u0301', 'таск', 'งาน', 'task\0', '\ud800', 'null', '{}',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
); // prettier-ignore
