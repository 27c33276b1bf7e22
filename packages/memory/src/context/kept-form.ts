import type { ChatMessage, ContextMessage } from '../ports.ts';
import { redact } from '../redaction/redact.ts';

/** A message of the context, and its stored form. */
export type KeptMessage = { sent: ContextMessage; kept: ChatMessage };

const redactedForms = new WeakMap<ChatMessage, Promise<ChatMessage>>();

/** Messages of the session have their stored form; messages made by the host are redacted once. */
export async function keptForm(sent: ContextMessage): Promise<KeptMessage> {
  const { message, stored } = sent;
  if (stored) return { sent, kept: stored };
  const redacted = redactedForms.get(message) ?? redactMessage(message);
  redactedForms.set(message, redacted);
  return { sent, kept: await redacted };
}

async function redactMessage(message: ChatMessage): Promise<ChatMessage> {
  const content = await redact(message.content);
  if (message.role !== 'assistant') return { ...message, content };
  const calls = (message.toolCalls ?? []).map(async (call) => ({
    ...call,
    arguments: await redact(call.arguments),
  }));
  return { role: 'assistant', content, ...(message.toolCalls && { toolCalls: await Promise.all(calls) }) };
}
