import { z } from 'zod';
import type { RequestMessage, TurnReply, TurnRequest } from '../turns.ts';
import type { ModelCall } from './model-call.ts';

const textPart = z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });
const content = z.union([z.string(), z.array(textPart)]).nullish();
const call = z.object({
  id: z.string().nullish(),
  index: z.int().optional(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
});
const message = z.object({
  role: z.string(),
  content,
  tool_calls: z.array(call).nullish(),
  tool_call_id: z.string().nullish(),
});
const partial = message.partial();
const request = z.object({ messages: z.array(message) });
const answer = z.object({ choices: z.array(z.object({ message: partial })) });
const chunk = z.object({
  choices: z.array(
    z.object({ delta: partial.nullish(), finish_reason: z.string().nullish(), index: z.int().nullish() }),
  ),
});

const textOf = (given: z.infer<typeof content>): string =>
  typeof given === 'string'
    ? given
    : (given ?? []).map((part) => part.text ?? part.refusal ?? `[${part.type}]`).join('\n');

const toCalls = (calls: z.infer<typeof call>[] | null | undefined) =>
  (calls ?? []).map((one) => ({
    id: one.id ?? '',
    name: one.function?.name ?? '',
    arguments: one.function?.arguments ?? '',
  }));

const toReply = (said: z.infer<typeof partial> | undefined): TurnReply => ({
  text: textOf(said?.content),
  toolCalls: toCalls(said?.tool_calls),
});

const toMessage = ({
  role,
  tool_calls: calls,
  tool_call_id: answers,
  ...said
}: z.infer<typeof message>): RequestMessage => ({
  role: role === 'user' || role === 'assistant' || role === 'tool' ? role : 'other',
  text: textOf(said.content),
  ...(calls && { toolCalls: toCalls(calls) }),
  ...(typeof answers === 'string' && { toolCallId: answers }),
});

const isSystem = ({ role }: { role: string }): boolean => role === 'system' || role === 'developer';

/** `chat.completions.create`: the first choice is the reply. */
export const chatCompletions: ModelCall = {
  read(body): TurnRequest {
    const { messages } = request.parse(body);
    return { messages: messages.filter((one) => !isSystem(one)).map(toMessage) };
  },
  /** Joins a leading text, because some servers accept a single system message. */
  withPrompt(body, prompt) {
    const { messages } = z.object({ messages: z.array(z.record(z.string(), z.unknown())) }).parse(body);
    const [first, ...rest] = messages;
    const joined =
      first && isSystem({ role: String(first['role']) }) && typeof first['content'] === 'string'
        ? [{ ...first, content: `${first['content']}\n\n${prompt}` }, ...rest]
        : [{ role: 'system', content: prompt }, ...messages];
    return { ...body, messages: joined };
  },
  readAnswer: (given) => ({ reply: toReply(answer.parse(given).choices[0]?.message) }),
  readStream() {
    let text = '';
    const calls: { id: string; name: string; arguments: string }[] = [];
    let isFinished = false;
    return {
      add(part) {
        const [first] = chunk.parse(part).choices.filter(({ index }) => (index ?? 0) === 0);
        text += textOf(first?.delta?.content);
        for (const [position, one] of (first?.delta?.tool_calls ?? []).entries()) {
          const at = one.index ?? position;
          const known = (calls[at] ??= { id: '', name: '', arguments: '' });
          known.id ||= one.id ?? '';
          known.name += one.function?.name ?? '';
          known.arguments += one.function?.arguments ?? '';
        }
        isFinished ||= Boolean(first?.finish_reason);
      },
      end: () => (isFinished ? { reply: { text, toolCalls: calls.filter(Boolean) } } : null),
    };
  },
};
