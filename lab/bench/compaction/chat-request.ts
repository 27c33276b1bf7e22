import { countTokens } from '@devai/memory';
import { z } from 'zod';

const message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional(),
  tool_call_id: z.string().optional(),
});
export type WireMessage = z.infer<typeof message>;

/** A chat request as the server reads it. */
export const chatRequest = z.object({
  messages: z.array(message),
  tools: z.array(z.unknown()).default([]),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** Tokens of one message, with the frames that providers put around messages and calls. */
export function createTokenCount(): (request: ChatRequest) => number {
  let known = new Map<string, number>();
  const count = (text: string, counted: Map<string, number>): number => {
    const tokens = counted.get(text) ?? known.get(text) ?? countTokens(text);
    counted.set(text, tokens);
    return tokens;
  };
  return ({ messages, tools }) => {
    // messages of the previous request are not counted again; older counts are dropped
    const counted = new Map<string, number>();
    let tokens = count(JSON.stringify(tools), counted);
    for (const { content, tool_calls: calls = [] } of messages) {
      tokens += 4 + count(content ?? '', counted);
      for (const call of calls) {
        tokens += 8 + count(call.function.name, counted) + count(call.function.arguments, counted);
      }
    }
    known = counted;
    return tokens;
  };
}

/** Finds calls that are not directly followed by exactly their results, and results without a call. */
export function brokenPairs(messages: readonly WireMessage[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  const closeStep = () => {
    problems.push(...Array.from(open, (id) => `call ${id} has no result`));
    open = new Set();
  };
  for (const { role, tool_calls: calls = [], tool_call_id: answered = '' } of messages) {
    if (role === 'tool') {
      if (!open.delete(answered)) problems.push(`the result of ${answered} stands behind no call`);
      continue;
    }
    closeStep();
    open = new Set(calls.map((call) => call.id));
    if (open.size < calls.length) problems.push('two calls of one message have the same id');
  }
  closeStep();
  return problems;
}
