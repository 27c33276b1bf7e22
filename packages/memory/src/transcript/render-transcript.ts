import { z } from 'zod';
import { blocksOf } from '../text/blocks.ts';
import { localMinute } from '../text/local-time.ts';
import { createPauses } from '../text/reading-pauses.ts';
import { countTokens, countTokensInPieces } from '../text/tokens.ts';
import { otherSpeaker, type Message } from '../store/messages.ts';
import { shortLine } from '../text/short-line.ts';
import { shortenText } from './shorten-text.ts';

/**
 * Maximum tokens of a tool result, or of a call's arguments. The contents of files and logs are not worth keeping;
 * beginning and end show what they were and how they ended.
 */
const toolText = 2_000;

/** Characters of a person's name. */
const longestName = 60;

/** Characters counted at a time where a message is cut. */
const blockLength = 16_384;

/** What the host recorded when a tool ended: `worksAfter` is the number of the message in which it failed before. */
const resultMetadata = z.object({
  tool: z.string().optional(),
  ok: z.boolean().optional(),
  createdFile: z.boolean().optional(),
  worksAfter: z.int().optional(),
});

/**
 * Renders messages for a model, as few texts as possible with at most `limit` tokens each. Cuts between messages, and
 * inside a message only if it alone exceeds the limit. Times are those of the time zone. A line that begins with `#` is always the head of a message:
 * contents are indented, so that none can pose as another message. Pauses in long messages.
 */
export async function renderTranscript(
  messages: Message[],
  limit: number,
  timeZone: string,
): Promise<string[]> {
  const parts: string[] = [];
  let part = '';
  let tokens = 0;
  const rendered: Piece[] = [];
  for (const message of messages) rendered.push(...(await renderMessage(message, limit, timeZone)));
  for (const piece of rendered) {
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

async function renderMessage(message: Message, limit: number, timeZone: string): Promise<Piece[]> {
  const head = headOf(message, timeZone);
  const headTokens = countTokens(head) + 4;
  const isLong = message.tokens > toolText;
  const shorten = async (text: string) =>
    isLong ? shortenText(text, toolText, await countTokensInPieces(text)) : text;
  const lines = [message.role === 'tool' ? await shorten(message.content) : message.content];
  for (const call of message.toolCalls) lines.push(`calls ${call.name} ${await shorten(call.arguments)}`);
  const body = indent(lines.filter((line) => line !== '').join('\n'));
  // counted when it was stored; indenting adds at most one token per line
  const tokens = isLong ? await countTokensInPieces(body) : message.tokens + body.split('\n').length;
  if (headTokens + tokens <= limit) return [{ text: `${head}\n${body}\n`, tokens: headTokens + tokens }];
  return (await pieces(body, limit - headTokens)).map((text, index) => ({
    text: index === 0 ? `${head}\n${text}\n` : `${head}, continued\n${text}\n`,
    tokens: limit,
  }));
}

const headOf = (message: Message, timeZone: string): string =>
  `#${message.number} ${speakerOf(message)}, ${localMinute(message.createdAt, timeZone)}`;

function speakerOf(message: Message): string {
  if (message.type === 'notice') return 'host';
  const other = otherSpeaker(message);
  if (other !== null) return `${shortLine(other, longestName)} (not the user)`;
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

async function pieces(text: string, limit: number): Promise<string[]> {
  const pause = createPauses();
  const cut: string[] = [];
  let room = 0;
  // a character has at most three tokens, so every block fits
  for (const block of blocksOf(text, Math.max(1, Math.min(blockLength, Math.floor(limit / 3))))) {
    await pause(block.length);
    const tokens = countTokens(block);
    cut.push((tokens > room ? '' : (cut.pop() ?? '')) + block);
    room = (tokens > room ? limit : room) - tokens;
  }
  return cut;
}
