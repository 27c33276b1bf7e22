import { z } from 'zod';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import type { Message } from '../types.ts';
import { shortenText } from './shorten-text.ts';

/**
 * Tokens of one tool result or of one call's arguments that a summary is made from. What files and logs hold is not to be
 * kept; their beginning and end say what they were and how they ended.
 */
const toolText = 2_000;

const resultMetadata = z.object({ tool: z.string().optional(), ok: z.boolean().optional() });

/**
 * Messages as a model reads them, as few texts of at most `limit` tokens as will hold them. Cut between messages; a
 * message that is longer than that alone is cut inside. A line that begins with `#` is always a message's head:
 * contents are indented, so that no content can pass for a message of somebody else.
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

/** `tokens` is not below what the text has. */
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
  // counted when it was stored; indenting adds at most a token a line
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
  const { tool, ok } = resultMetadata.safeParse(message.metadata).data ?? {};
  return `result of ${tool ?? 'a tool'}${ok === false ? ' (failed)' : ''}`;
}

const indent = (text: string): string => text.replaceAll(/^/gm, ' ');

function pieces(text: string, limit: number): string[] {
  const cut: string[] = [];
  let rest = text;
  while (rest !== '') {
    const piece = truncateToTokens(rest, Math.max(1, limit));
    // a piece is never empty, or this would never end
    const length = piece.length || 1;
    cut.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return cut.length === 0 ? [''] : cut;
}
