import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseJson } from '@devai/fastify/protocol/json';
import { z } from 'zod';

/** Characters of a message that are kept. */
const longestMessage = 50_000;

/** A line of a transcript of Claude Code. There are other kinds of lines, and other fields. */
const line = z.object({
  type: z.enum(['user', 'assistant']),
  /** Written by the program, not by the user. */
  isMeta: z.boolean().optional(),
  /** Of an agent that a task was delegated to. */
  isSidechain: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  timestamp: z.iso.datetime({ offset: true }).optional().catch(undefined),
  message: z.object({
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]),
  }),
});

/** What the program puts into messages of the user: output of its commands, reminders, and what hooks added. */
const inserted =
  /<(system-reminder|command-name|command-message|command-args|local-command-stdout|local-command-stderr)>[^]*?<\/\1>/g;

export type Said = { role: 'user' | 'assistant'; content: string; timestamp?: string | undefined };

/** What was said in a session, without tools: their results may quote what was recalled, which is no news. Lines that are something else are skipped. */
export async function readTranscript(path: string): Promise<Said[]> {
  const said: Said[] = [];
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const { data } = line.safeParse(parseJson(text));
    if (!data || data.isMeta || data.isSidechain || data.isCompactSummary) continue;
    const { type: role, message, timestamp } = data;
    const parts =
      typeof message.content === 'string'
        ? [message.content]
        : message.content.flatMap((part) => (part.type === 'text' ? (part.text ?? []) : []));
    const content = parts.join('\n').replaceAll(inserted, '').trim();
    if (content !== '')
      said.push({ role, content: content.slice(0, longestMessage).toWellFormed(), timestamp });
  }
  return said;
}
