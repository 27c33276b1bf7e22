import { z } from 'zod';
import type { RequestMessage, TurnRequest } from '../turns.ts';
import type { Answered, ModelCall } from './model-call.ts';

const part = z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });
const item = z.object({
  type: z.string().optional(),
  id: z.string().nullish(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  call_id: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.string().nullish(),
  output: z.unknown().optional(),
});
type Item = z.infer<typeof item>;

const request = z.object({
  input: z.union([z.string(), z.array(item)]).nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
});
const answer = z.object({ id: z.string(), status: z.string().nullish(), output: z.array(item) });
const event = z.object({ type: z.string(), response: z.unknown().optional() });

const textOf = (content: Item['content']): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((one) => one.text ?? one.refusal ?? `[${one.type}]`).join('\n');

const toCall = (one: Item) => ({
  id: one.call_id ?? one.id ?? '',
  name: one.name ?? '',
  arguments: one.arguments ?? '',
});

function toMessage(one: Item): RequestMessage {
  if (one.type === 'function_call') return { role: 'assistant', text: '', toolCalls: [toCall(one)] };
  if (one.type === 'function_call_output') {
    const text = typeof one.output === 'string' ? one.output : JSON.stringify(one.output ?? null);
    return { role: 'tool', text, ...(one.call_id && { toolCallId: one.call_id }) };
  }
  const role = one.role === 'user' || one.role === 'assistant' ? one.role : 'other';
  return { role, text: textOf(one.content) };
}

function toAnswered(given: unknown): Answered {
  const { id, output } = answer.parse(given);
  const said = output.filter(({ type, role }) => type === 'message' && role === 'assistant');
  const calls = output.filter(({ type }) => type === 'function_call');
  return {
    id,
    reply: { text: said.map((one) => textOf(one.content)).join('\n'), toolCalls: calls.map(toCall) },
  };
}

/** `responses.create`. The block joins the instructions, which the service does not keep with the response. */
export const responses: ModelCall = {
  read(body): TurnRequest {
    const { input, previous_response_id: previous, conversation } = request.parse(body);
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
    const isSystem = ({ role }: Item) => role === 'system' || role === 'developer';
    const kept = typeof conversation === 'string' ? conversation : conversation?.id;
    const asked = items.findLast(({ role }: Item) => role === 'user');
    return {
      messages: items.filter((one) => !isSystem(one)).map(toMessage),
      after: previous ?? kept,
      messageId: (asked && 'id' in asked && asked.id) || undefined,
    };
  },
  withPrompt(body, prompt) {
    const { instructions } = z.object({ instructions: z.string().nullish() }).parse(body);
    return { ...body, instructions: instructions ? `${instructions}\n\n${prompt}` : prompt };
  },
  readAnswer: toAnswered,
  readStream() {
    let completed: Answered | null = null;
    return {
      add(given) {
        const { type, response } = event.parse(given);
        if (type === 'response.completed') completed = toAnswered(response);
      },
      end: () => completed,
    };
  },
};
