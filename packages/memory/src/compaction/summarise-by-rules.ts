import { z } from 'zod';
import { callArguments } from '../transcript/call-arguments.ts';
import type { Message } from '../store/messages.ts';
import { shortLine } from '../text/short-line.ts';
import type { ToolCall } from '../types.ts';
import type { SummarySections } from './summary.ts';

/** Maximum characters of a statement. */
const lineLength = 240;
/** Arguments shown per call, and characters of each: enough to tell what the call was about, not what it wrote. */
const shownArguments = 2;
const argumentLength = 120;

const resultMetadata = z.object({ ok: z.boolean() });

/**
 * Summarises a session without a model: what the user said, each tool call with its outcome, and what the agent said
 * last. Adds to the previous summary. Deterministic; its length is only limited by `fitSummary`.
 */
export function summariseByRules(messages: Message[], earlier: SummarySections): SummarySections {
  const spoken = messages.filter((message) => message.type !== 'notice' && message.content.trim() !== '');
  const requests = spoken.filter((message) => message.role === 'user');
  const last = spoken.findLast((message) => message.role === 'assistant');
  return {
    ...earlier,
    request: distinct([
      ...earlier.request,
      ...requests.map((message) => shortLine(message.content, lineLength)),
    ]),
    work: [...earlier.work, ...callsWithOutcome(messages)],
    state: last ? [shortLine(last.content, lineLength)] : earlier.state,
  };
}

function callsWithOutcome(messages: Message[]): string[] {
  const results = new Map<string, Message>();
  for (const message of messages) {
    if (message.role === 'tool' && message.toolCallId !== null) results.set(message.toolCallId, message);
  }
  const calls = messages.flatMap((message) => message.toolCalls);
  return distinct(calls.map((call) => `${callLine(call)} → ${outcomeOf(results.get(call.id))}`));
}

function callLine(call: ToolCall): string {
  const values = callArguments(call.arguments).slice(0, shownArguments);
  return [call.name, ...values.map(({ value }) => shortLine(value, argumentLength))].join(' ');
}

function outcomeOf(result: Message | undefined): string {
  if (!result) return 'no result';
  const ok = resultMetadata.safeParse(result.metadata).data?.ok;
  const verdict = ok === undefined ? '' : ok ? 'ok: ' : 'failed: ';
  return `${verdict}${shortLine(result.content, lineLength)}`;
}

const distinct = (items: string[]): string[] => [...new Set(items)];
