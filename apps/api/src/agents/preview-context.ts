import {
  countMessageTokens,
  RedactedText,
  type ChatMessage,
  type Context,
  type Session,
} from '@devai/memory';
import type { PreviewInput } from '@devai/fastify/protocol/context';
import { loadConversation } from './conversation.ts';
import { actingAs } from './acting-as.ts';
import { agentOf } from './roster/roster.ts';
import { createTurnContext, type ContextHost } from './turn-context.ts';

/**
 * The context that the agent would be sent if the user wrote this in a stored session. Stores and strengthens nothing. Throws
 * `context_too_long`, and what the store throws.
 */
export async function previewContext(
  host: ContextHost,
  session: Session,
  { text, budgetTokens, signal }: PreviewInput,
): Promise<{ context: Context; degraded: string[] }> {
  const redacted = await RedactedText.of(text);
  const { messages: before } = await loadConversation(host.memory, session);
  const { id: sessionId, project } = session;
  const turn = await createTurnContext(
    { ...actingAs(agentOf(session), host), sessionId, project },
    { text: redacted, before, saved: [], preview: true, budget: budgetTokens, signal },
  );
  const message: ChatMessage = { role: 'user', content: text };
  const stored: ChatMessage = { role: 'user', content: redacted.content };
  const tokens = countMessageTokens(message);
  const asked = { message, stored, number: null, tokens, pinned: false };
  return { context: await turn.assemble([...before, asked]), degraded: turn.gathered.degraded };
}
