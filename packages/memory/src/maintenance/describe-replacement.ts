import { z } from 'zod';
import { contentHash } from '../text/content-hash.ts';
import { indexWords, wordsOf } from '../text/words.ts';
import { indexMessage } from '../sessions/index-message.ts';
import type { TextKind, TextReplacement } from '../store/texts.ts';
import { messageRoles, messageTypes, type Metadata } from '../types.ts';

/** Limits of the store: a placeholder may be longer than its secret. */
const maximumContent = 2_000;
const maximumTitle = 200;

const memoryTexts = z.object({
  content: z.string(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
});
const messageTexts = z.object({
  content: z.string(),
  tool_calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
});
const chunkTexts = z.object({ headings: z.string().array(), content: z.string() });
const aboutMessage = z.object({
  role: z.enum(messageRoles),
  type: z.enum(messageTypes),
  tool_call_id: z.string().nullable(),
});

/** Returns the changed texts of a row, and what is derived from them: hashes, words, tokens. `row` has the columns of a message. */
export function describeReplacement(
  kind: TextKind,
  row: Metadata,
  before: Metadata,
  after: Metadata,
): Omit<TextReplacement, 'key' | 'version'> {
  switch (kind) {
    case 'memory': {
      const read = memoryTexts.parse(after);
      const content = read.content.slice(0, maximumContent);
      const fitting = { content, title: read.title && read.title.slice(0, maximumTitle), tags: read.tags };
      const texts = changedTexts(before, { ...after, ...fitting });
      return { texts, contentHash: contentHash(content), words: indexWords(fitting) };
    }
    case 'message': {
      const { content, tool_calls: toolCalls } = messageTexts.parse(after);
      const { role, type, tool_call_id: toolCallId } = aboutMessage.parse(row);
      const index = indexMessage({ role, type, content, toolCalls, toolCallId });
      return { texts: changedTexts(before, after), ...index };
    }
    case 'session': {
      const { summary, gist } = after;
      return {
        texts: changedTexts(before, after),
        ...(typeof summary === 'string' && { summaryHash: contentHash(summary) }),
        ...(typeof gist === 'string' && { words: wordsOf(gist) }),
      };
    }
    case 'chunk': {
      const { headings, content } = chunkTexts.parse(after);
      return {
        texts: changedTexts(before, after),
        contentHash: contentHash([...headings, content].join('\n')),
        words: wordsOf([...headings, content].join('\n')),
      };
    }
    case 'document':
    case 'shared':
    case 'event':
    case 'job':
    case 'context':
      return { texts: changedTexts(before, after) };
  }
}

/** Unchanged values are left out: rewriting them would round their numbers. */
const changedTexts = (before: Metadata, after: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
