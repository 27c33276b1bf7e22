import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '../ports.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact } from '../redaction/redact.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import type { StoredMessage } from '../store/messages.ts';
import { countMessageTokensInPieces } from '../text/tokens.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import type { GivenMessage } from '../types.ts';
import { toId } from './id-from.ts';
import { indexMessage } from './index-message.ts';
import type { TimedMessage } from './posted-conversation.ts';

/** `text`: its content as it is stored. `tokens`: of the message as it was given. `stored`: the message as it is stored. */
type PreparedMessage = { message: StoredMessage; text: RedactedText; tokens: number; stored: ChatMessage };

/** A message with what its giver left out. */
export function completed(sessionId: string, { id, ...given }: GivenMessage): TimedMessage {
  const { toolCalls = [], toolCallId = null, pinned = false, metadata = {}, createdAt = null } = given;
  const typeByCalls = toolCalls.length > 0 ? 'tool_call' : toolCallId === null ? 'text' : 'tool_result';
  const { type = typeByCalls, role, content, speaker } = given;
  return {
    id: id === undefined ? randomUUID() : toId(id, 'message', sessionId),
    ...{ role, content, type, toolCalls, toolCallId, pinned, createdAt },
    metadata: speaker === undefined ? metadata : { ...metadata, speaker },
  };
}

/** Redacts a message, counts its tokens and indexes its words. */
export async function prepareMessage(message: TimedMessage): Promise<PreparedMessage> {
  const text = await RedactedText.of(message.content);
  const toolCalls = await Promise.all(
    message.toolCalls.map(async (call) => ({
      id: await redact(call.id),
      name: await redactName(call.name),
      arguments: await redact(call.arguments),
      ...(call.extra && { extra: await redactMetadata(call.extra) }),
    })),
  );
  const metadata = await redactMetadata(message.metadata);
  const toolCallId = message.toolCallId && (await redact(message.toolCallId));
  const redacted = { ...message, content: text.content, toolCalls, toolCallId, metadata };
  const stored = toChatMessage(redacted);
  const tokens = await countMessageTokensInPieces(stored);
  const isUnchanged =
    text.content === message.content &&
    toolCalls.every((call, at) => call.arguments === message.toolCalls[at]?.arguments);
  return {
    message: { ...redacted, ...indexMessage(redacted, tokens) },
    text,
    stored,
    tokens: isUnchanged ? tokens : await countMessageTokensInPieces(toChatMessage(message)),
  };
}

/** A model may call a tool by any name. What is left of it is a name that providers accept back. */
async function redactName(name: string): Promise<string> {
  const redacted = await redact(name);
  return redacted === name ? name : redacted.replaceAll(/[^\w-]/g, '_');
}
