import { z } from 'zod';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { shortenText } from './shorten-text.ts';

/**
 * Tokens per tool result or per call's arguments. Contents of files and logs are not worth keeping; beginning and end show what they were
 * and how they ended.
 */
const toolText = 2_000;

/** What the host noted when a tool ended: `worksAfter` is the number of the message in which it failed before. */
const resultMetadata = z.object({
  tool: z.string().optional(),
  ok: z.boolean().optional(),
  createdFile: z.boolean().optional(),
  worksAfter: z.int().optional(),
});

/**
 * Renders messages for a model, as few texts as possible with at most `limit` tokens each. Cuts between messages, and inside a message only
 * if it exceeds the limit alone. A line that begins with `#` is always the head of a message: contents are indented, so that none
 * can pose as another message.
 */
export function renderTranscript(messages: Message[], limit: number): string[] {
  const parts: string[] = [];
  let part = '';
  let tokens = 0;
  for (const piece of messages.flatMap((message) => renderMessage(message, limit))) {
    if (tokens + piece.tokens > limit && part !== '') {
      parts.push(part);
      part = '';
      tokens = 0;
    }
    part += piece.text;
    tokens += piece.tokens;
  }
  return part === '' ? parts : [...parts, part];
}

/** `tokens` is an upper bound. */
type Piece = { text: string; tokens: number };

function renderMessage(message: Message, limit: number): Piece[] {
  const head = headOf(message);
  const headTokens = countTokens(head) + 4;
  const isLong = message.tokens > toolText;
  const lines = [
    isLong && message.role === 'tool' ? shortenText(message.content, toolText) : message.content,
    ...message.toolCalls.map(
      (call) => `calls ${call.name} ${isLong ? shortenText(call.arguments, toolText) : call.arguments}`,
    ),
  ].filter((line) => line !== '');
  const body = indent(lines.join('\n'));
  // counted when it was stored; indenting adds at most one token per line
  const tokens = isLong ? countTokens(body) : message.tokens + body.split('\n').length;
  if (headTokens + tokens <= limit) return [{ text: `${head}\n${body}\n`, tokens: headTokens + tokens }];
  return pieces(body, limit - headTokens).map((text, index) => ({
    text: index === 0 ? `${head}\n${text}\n` : `${head}, continued\n${text}\n`,
    tokens: limit,
  }));
}

function headOf(message: Message): string {
  const time = message.createdAt.toISOString().slice(0, 16).replace('T', ' ');
  return `#${message.number} ${speakerOf(message)}, ${time}`;
}

function speakerOf(message: Message): string {
  if (message.type === 'notice') return 'host';
  if (message.role !== 'tool') return message.role;
  const { tool, ok, createdFile, worksAfter } = resultMetadata.safeParse(message.metadata).data ?? {};
  const noted = [
    ...(ok === false ? ['failed'] : []),
    ...(createdFile === true ? ['new file'] : []),
    ...(worksAfter === undefined ? [] : [`works after it failed in #${worksAfter}`]),
  ];
  return `result of ${tool ?? 'a tool'}${noted.length === 0 ? '' : ` (${noted.join(', ')})`}`;
}

const indent = (text: string): string => text.replaceAll(/^/gm, ' ');

function pieces(text: string, limit: number): string[] {
  const cut: string[] = [];
  let rest = text;
  while (rest !== '') {
    const piece = truncateToTokens(rest, Math.max(1, limit));
    // an empty piece would loop forever
    const length = piece.length || 1;
    cut.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return cut.length === 0 ? [''] : cut;
}
