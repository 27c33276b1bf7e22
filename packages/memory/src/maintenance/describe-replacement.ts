import { z } from 'zod';
import { contentHash } from '../text/content-hash.ts';
import { indexWords } from '../text/words.ts';
import { indexMessage } from '../sessions/index-message.ts';
import type { StoredText, TextKind, TextReplacement } from '../store/texts.ts';
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
const aboutMessage = z.object({
  role: z.enum(messageRoles),
  type: z.enum(messageTypes),
  tool_call_id: z.string().nullable(),
});

/** Returns the changed texts of a row, and what is derived from them: hashes, words, tokens. */
export function describeReplacement(kind: TextKind, row: StoredText, texts: Metadata): TextReplacement {
  switch (kind) {
    case 'memory': {
      const { content, title, tags } = memoryTexts.parse(texts);
      const fitting = {
        content: content.slice(0, maximumContent),
        title: title && title.slice(0, maximumTitle),
        tags,
      };
      return {
        ...differing(row, { ...texts, ...fitting }),
        contentHash: contentHash(fitting.content),
        words: indexWords(fitting),
      };
    }
    case 'message': {
      const { content, tool_calls: toolCalls } = messageTexts.parse(texts);
      const { role, type, tool_call_id: toolCallId } = aboutMessage.parse(row.about);
      return { ...differing(row, texts), ...indexMessage({ role, type, content, toolCalls, toolCallId }) };
    }
    case 'session': {
      const summary = texts['summary'];
      return {
        ...differing(row, texts),
        ...(typeof summary === 'string' ? { summaryHash: contentHash(summary) } : {}),
      };
    }
    case 'event':
    case 'job':
      return differing(row, texts);
  }
}

/** Keeps only changed texts: unchanged values are not rewritten, which would round their numbers. */
function differing({ key, version, texts: before }: StoredText, texts: Metadata): TextReplacement {
  const changed = Object.entries(texts).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { key, version, texts: Object.fromEntries(changed) };
}
