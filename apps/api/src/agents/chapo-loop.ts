import {
  countTokens,
  MemoryError,
  type ChatMessage,
  type ModelReply,
  type RedactedText,
} from '@devai/memory';
import type { Tool, ToolContext } from '../tools/tool.ts';
import { arrangeContext, type SystemPrompt } from './context-profile.ts';
import { createCallRunner, type DoneCall } from './call-runner.ts';
import type { TurnHost } from './run-turn.ts';

/** Maximum model calls in one turn: enough for long work, but not for an endless loop. */
const maximumSteps = 20;
/** Tokens of the context reserved for the reply, and their maximum share of a small window. */
const replyReserve = { tokens: 8_000, share: 0.15 };

/** `toolCalls`: all of the turn, when it ended with a reply. */
export type LoopEnd =
  | { end: 'reply'; text: string; toolCalls: DoneCall[] }
  | { end: 'cancelled' | 'step_limit'; text: string };

/** The turn up to one of its steps: all tool calls so far, and what the model said last. */
export type Step = { toolCalls: DoneCall[]; reply: RedactedText };

/** The messages with tool calls of this turn, each with what the model thought before. */
type Thoughts = Map<ChatMessage, ChatMessage>;

type LoopHost = 'conversation' | 'model' | 'tokenScale' | 'contextProfile' | 'prefixMeter' | 'emit';

export type LoopInput = Pick<TurnHost, LoopHost> & {
  turn: string;
  /** Called at each step, because memories may be forgotten during the turn. */
  systemPrompt: () => Promise<SystemPrompt>;
  tools: Tool[];
  toolContext: ToolContext;
  /** Metadata of every message of this turn. */
  metadata: Record<string, unknown>;
  /** Called after each step with tool calls, off the hot path. */
  onStep: (step: Step) => void;
  signal: AbortSignal;
};

/**
 * Alternates model steps and tool calls until the model answers without a tool call, the user cancels, or the step limit is
 * reached. Every message is stored before it is acted on, and every call gets a result, even a cancelled one. Throws when no
 * model answers or the store is down.
 */
export async function runChapoLoop(input: LoopInput): Promise<LoopEnd> {
  const schemas = input.tools.map((tool) => tool.schema);
  const { stable, volatile } = await input.systemPrompt();
  const promptTokens = countTokens(stable) + countTokens(volatile) + schemaTokens(input.tools);
  const thoughts: Thoughts = new Map();
  const calls = createCallRunner(input);

  for (let step = 1; step <= maximumSteps; step += 1) {
    const answer = await runStepInWindow(input, { schemas, step, promptTokens, thoughts });
    if (answer.cancelled) return { end: 'cancelled', text: answer.text };
    const { reply } = answer;
    if (reply.toolCalls.length === 0) {
      return { end: 'reply', text: reply.content, toolCalls: calls.done() };
    }
    const { text } = await input.conversation.append({
      role: 'assistant',
      type: 'tool_call',
      content: reply.content,
      toolCalls: reply.toolCalls,
      metadata: { ...input.metadata, model: reply.model, usage: reply.usage },
    });
    const asked = input.conversation.messages.at(-1)?.message;
    if (asked?.role === 'assistant' && reply.thinking) {
      thoughts.set(asked, { ...asked, thinking: reply.thinking });
    }
    await calls.run(reply.toolCalls);
    input.onStep({ toolCalls: calls.done(), reply: text });
    if (input.signal.aborted) return { end: 'cancelled', text: '' };
  }
  return {
    end: 'step_limit',
    text: `I stopped after ${maximumSteps} steps without an end. Say "go on" to continue.`,
  };
}

type StepInput = { schemas: Tool['schema'][]; step: number; promptTokens: number; thoughts: Thoughts };

/** Runs one step. If the provider rejects the prompt as too long, compacts by the provider's count and asks once more. */
async function runStepInWindow(input: LoopInput, stepInput: StepInput): Promise<ModelStep> {
  const { model, tokenScale, conversation, signal } = input;
  const reserve = Math.min(replyReserve.tokens, Math.floor(model.contextWindow * replyReserve.share));
  for (let attempt = 1; ; attempt += 1) {
    await makeRoom(input, stepInput.promptTokens + reserve);
    if (signal.aborted) return { cancelled: true, text: '' };
    const estimated = conversation.messages.reduce((sum, { tokens }) => sum + tokens, stepInput.promptTokens);
    try {
      const answer = await runModelStep(input, stepInput, estimated);
      if (!answer.cancelled) tokenScale.note(answer.reply.model, estimated, answer.reply.usage.inputTokens);
      return answer;
    } catch (error) {
      if (attempt > 1 || !(error instanceof MemoryError) || error.code !== 'context_too_long') throw error;
      tokenScale.noteTooLong(estimated + reserve);
    }
  }
}

async function makeRoom(
  { conversation, tokenScale, emit, turn, signal }: LoopInput,
  fixedTokens: number,
): Promise<void> {
  const outcome = await conversation.compactIfNeeded(fixedTokens, tokenScale.value, signal);
  if (outcome.outcome === 'compacted') {
    emit({
      type: 'context_compacted',
      turn,
      tokensBefore: outcome.tokensBefore,
      tokensAfter: outcome.tokensAfter,
      messages: outcome.replaced,
    });
  } else if (outcome.outcome === 'failed' && !signal.aborted) {
    const slid = outcome.slid > 0 ? ` The oldest ${outcome.slid} messages left the context.` : '';
    const shortened = outcome.shortened > 0 ? ` ${outcome.shortened} messages were shortened.` : '';
    emit({
      type: 'error',
      code: outcome.error.code,
      message: `the context could not be compacted: ${outcome.error.message}.${slid}${shortened} All of it stays stored.`,
      retryable: true,
      turn,
    });
  }
}

type ModelStep = { cancelled: false; reply: ModelReply } | { cancelled: true; text: string };

async function runModelStep(
  input: LoopInput,
  { schemas, step, thoughts }: StepInput,
  inputTokens: number,
): Promise<ModelStep> {
  const { emit, turn, signal, contextProfile, conversation } = input;
  const messages = arrangeContext(
    contextProfile,
    await input.systemPrompt(),
    conversation.messages.map((one) => thoughts.get(one.message) ?? one.message),
  );
  emit({ type: 'context_sent', turn, step, ...input.prefixMeter.measure(messages) });
  let text = '';
  try {
    for await (const event of input.model.stream({ messages, tools: schemas, inputTokens, signal })) {
      switch (event.type) {
        case 'text_delta':
          text += event.text;
          emit({ type: 'text_delta', turn, text: event.text });
          break;
        case 'thinking_delta':
          emit({ type: 'thinking', turn, text: event.text });
          break;
        case 'reset':
          text = '';
          emit({ type: 'text_delta', turn, text: '', reset: true });
          break;
        case 'reply':
          return { cancelled: false, reply: event.reply };
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { cancelled: true, text };
}

const tokensOfTools = new WeakMap<Tool[], number>();

/** Counted once per list of tools, which is the same in every turn. */
function schemaTokens(tools: Tool[]): number {
  const known = tokensOfTools.get(tools);
  if (known !== undefined) return known;
  const tokens = countTokens(JSON.stringify(tools.map((tool) => tool.schema)));
  tokensOfTools.set(tools, tokens);
  return tokens;
}
