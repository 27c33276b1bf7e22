import type { ShownMemory } from '@devai/fastify/protocol/memory';
import { z } from 'zod';
import { CliError } from '../../cli-error.ts';
import type { Backend } from '../backend.ts';
import { day, memory, showMemory } from '../shown.ts';
import { defineTool, readsOnly } from '../tool.ts';

const explained = z.object({
  memory,
  evidence: z.array(z.object({ session: z.string(), messages: z.array(z.int()), quote: z.string() })),
  changes: z
    .array(z.object({ at: z.iso.datetime(), action: z.string(), by: z.string(), reason: z.string() }))
    .describe('oldest first'),
  relations: z.array(
    z.object({ kind: z.string(), direction: z.enum(['to', 'from']), id: z.guid(), content: z.string() }),
  ),
  verdict: z
    .object({ verdict: z.string(), reason: z.string() })
    .nullable()
    .describe('for the question; null: none was asked'),
});
const shortest = 3;

export const why = defineTool({
  name: 'why',
  title: 'Why is this remembered',
  description:
    'Explain a memory, by its id or a line of recall: who said it, in which message, how it changed, what it is related to; with a question, why it would or would not be recalled for it.',
  annotations: readsOnly,
  input: z
    .strictObject({
      id: z.guid({ error: 'not an id; search shows the id of each memory' }).optional(),
      line: z.string().trim().min(shortest).max(20_000).optional().describe('A line that recall returned.'),
      question: z.string().trim().min(1).max(20_000).optional(),
    })
    .refine(({ id, line }) => (id === undefined) !== (line === undefined), {
      error: 'name the memory by its id or by a line, one of them',
    }),
  output: explained,
  async run({ id, line, question }, { backend }) {
    const project = await backend.project();
    const one =
      line === undefined
        ? await backend.ask('GET /api/memory/:id', { path: { id: id ?? '' }, query: { project } })
        : await memoryIn(backend, line, project);
    const asking = { path: { id: one.id }, query: { project } };
    const [{ events }, { relations }, verdict] = await Promise.all([
      backend.ask('GET /api/memory/:id/history', asking),
      backend.ask('GET /api/memory/:id/relations', asking),
      question === undefined
        ? null
        : backend.ask('POST /api/memory/explain', { json: { text: question, memoryId: one.id, project } }),
    ]);
    const output = {
      memory: showMemory(one),
      evidence: one.evidence.map(({ sessionId: session, messages, quote }) => ({ session, messages, quote })),
      changes: events.map(({ at, action, actor, reason }) => ({
        at: at.toISOString(),
        action,
        by: actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`,
        reason,
      })),
      relations: relations.map(({ kind, direction, memory: other }) => ({
        kind,
        direction,
        id: other.id,
        content: other.content,
      })),
      verdict: verdict && { verdict: verdict.verdict, reason: verdict.reason },
    };
    return { text: told(one, output), output };
  },
});

function told(
  one: ShownMemory,
  { evidence, changes, relations, verdict }: z.input<typeof explained>,
): string {
  return [
    `${one.content} (${one.namespace}, id ${one.id})`,
    `said by ${one.trust} (${one.source}), ${one.priority}, strength ${one.strength.toFixed(2)}${one.isValid ? '' : `, invalid: ${one.invalidatedReason ?? 'unknown'}`}`,
    ...evidence.map(
      (part) => `from messages ${part.messages.join(', ')} of session ${part.session}: "${part.quote}"`,
    ),
    ...changes.map(({ at, action, by, reason }) => `${day(new Date(at))} ${action} by ${by}: ${reason}`),
    ...relations.map(
      ({ kind, direction, content }) => `${direction === 'to' ? kind : `${kind} by`}: ${content}`,
    ),
    ...(verdict ? [`for the question: ${verdict.verdict}: ${verdict.reason}`] : []),
  ].join('\n');
}

/** The memory that a line of recall shows. The line may quote it, and say more about it. */
async function memoryIn(backend: Backend, line: string, project: string): Promise<ShownMemory> {
  const found = await backend.ask('POST /api/memory/search', { json: { text: line, project, limit: 15 } });
  const hits = 'messages' in found ? found.hits : [];
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .replace(/[.!?]$/, '');
  const inLine = hits.filter(({ memory: one }) => plain(line).includes(plain(one.content)));
  const longest = inLine.toSorted((one, other) => other.memory.content.length - one.memory.content.length)[0];
  const chosen = longest ?? hits.find(({ isRelevant }) => isRelevant);
  if (chosen) return chosen.memory;
  throw new CliError('not_found', 'no memory says this line', {
    help: 'search lists memories with their ids; past messages and documents have none.',
  });
}
