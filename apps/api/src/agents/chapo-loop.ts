import { randomUUID } from 'node:crypto';
import {
  MemoryError,
  type ChatMessage,
  type Context,
  type ModelReply,
  type RedactedText,
} from '@devai/memory';
import type { ClientKind } from '@devai/fastify/protocol/frames';
import type { Delegation, Tool } from '../tools/tool.ts';
import { createCallRunner, type DoneCall } from './call-runner.ts';
import type { SentContext } from './prefix-meter.ts';
import type { TurnHost } from './turn-host.ts';
import type { TurnContext } from './turn-context.ts';

/** How a loop ended. `toolCalls`: all finished calls of the turn. */
export type LoopEnd =
  | { end: 'reply'; text: string; toolCalls: DoneCall[]; quotesMemory: boolean }
  | { end: 'cancelled' | 'step_limit'; text: string; toolCalls: DoneCall[] };

/** The turn up to one of its steps: all tool calls so far, and what the model said last. */
export type Step = { toolCalls: DoneCall[]; reply: RedactedText };

/** The messages with tool calls of this turn, each with the thinking that preceded it. */
type Thoughts = Map<ChatMessage, ChatMessage>;

export type LoopInput = TurnHost & {
  turn: string;
  /** The number of the user's message; null while it waits in the journal. */
  question: number | null;
  /** W3C trace id. */
  traceId: string;
  /** What shows the reply; null: another agent, or unknown. */
  client: ClientKind | null;
  context: TurnContext;
  /** Delegates the task of a call to another agent; null if that is not allowed. */
  delegate: ((delegation: Delegation, call: string) => Promise<string>) | null;
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
  const thoughts: Thoughts = new Map();
  const calls = createCallRunner(input);

  for (let step = 1; step <= input.agent.steps; step += 1) {
    const answer = await runStepInWindow(input, { schemas, step, thoughts });
    if (answer.cancelled) return { end: 'cancelled', text: answer.text, toolCalls: calls.done() };
    const { reply } = answer;
    if (reply.toolCalls.length === 0) {
      const { content: text, quotesMemory = false } = reply;
      return { end: 'reply', text, toolCalls: calls.done(), quotesMemory };
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
    await calls.run(reply.toolCalls, reply.content);
    input.onStep({ toolCalls: calls.done(), reply: text });
    if (input.signal.aborted) return { end: 'cancelled', text: '', toolCalls: calls.done() };
  }
  return {
    end: 'step_limit',
    toolCalls: calls.done(),
    text: `I stopped after ${input.agent.steps} steps without an end. Say "go on" to continue.`,
  };
}

type StepInput = { schemas: Tool['schema'][]; step: number; thoughts: Thoughts };

/** Runs one step. If the provider rejects the prompt as too long, compacts by the provider's count and asks once more. */
async function runStepInWindow(input: LoopInput, stepInput: StepInput): Promise<ModelStep> {
  const { context, tokenScale, signal } = input;
  for (let attempt = 1; ; attempt += 1) {
    await makeRoom(input);
    if (signal.aborted) return { cancelled: true, text: '' };
    const assembled = await assembleStep(input, stepInput);
    try {
      const answer = await runModelStep(input, stepInput, assembled);
      if (!answer.cancelled) {
        tokenScale.note(answer.reply.model, assembled.tokens, answer.reply.usage.inputTokens);
      }
      return answer;
    } catch (error) {
      if (attempt > 1 || !(error instanceof MemoryError) || error.code !== 'context_too_long') throw error;
      tokenScale.noteTooLong(assembled.tokens + context.reserve);
    }
  }
}

function assembleStep({ context, conversation }: LoopInput, { thoughts }: StepInput): Promise<Context> {
  return context.assemble(
    conversation.messages.map((one) => {
      const thought = thoughts.get(one.message);
      return thought ? { ...one, message: thought } : one;
    }),
  );
}

async function makeRoom(input: LoopInput): Promise<void> {
  const { conversation, context, tokenScale, isTemporary, emit, turn, signal } = input;
  const outcome = await conversation.compactIfNeeded({
    fixedTokens: context.fixedTokens,
    tokenScale: tokenScale.value,
    budget: context.budget(),
    signal,
  });
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
      message: `the context could not be compacted: ${outcome.error.message}.${slid}${shortened}${isTemporary ? '' : ' All of it stays stored.'}`,
      retryable: true,
      turn,
    });
  }
}

type ModelStep = { cancelled: false; reply: ModelReply } | { cancelled: true; text: string };

async function runModelStep(input: LoopInput, stepInput: StepInput, context: Context): Promise<ModelStep> {
  const { emit, turn, prefixMeter } = input;
  const { step } = stepInput;
  const id = randomUUID();
  const prefix = prefixMeter.measure(context.messages);
  const { hash, tokens } = context;
  const sections = context.sections.map(({ type, tokens: size, leftOut }) => ({
    type,
    tokens: size,
    leftOut,
  }));
  emit({ type: 'context_assembled', turn, step, id, hash, tokens, sections, ...prefix });
  let reply: ModelReply | null = null;
  try {
    const answer = await ask(input, stepInput, context);
    if (!answer.cancelled) ({ reply } = answer);
    return answer;
  } finally {
    await keepContext(input, context, { id, step, prefix, reply });
  }
}

type Outcome = { id: string; step: number; prefix: SentContext; reply: ModelReply | null };

async function keepContext(
  input: LoopInput,
  context: Context,
  { reply, ...outcome }: Outcome,
): Promise<void> {
  const { memory, sessionId, project, turn, question, traceId, signal } = input;
  await memory.contexts.keep(context, {
    ...outcome,
    ...{ sessionId, project, turn, question, traceId },
    model: reply?.model ?? input.model.id,
    usage: reply?.usage ?? null,
    end: reply ? 'reply' : signal.aborted ? 'cancelled' : 'failed',
    degraded: input.context.gathered.degraded,
  });
}

async function ask(
  { emit, turn, signal, model, context, client }: LoopInput,
  { schemas }: StepInput,
  { messages, tokens }: Context,
): Promise<ModelStep> {
  let text = '';
  try {
    const { about, standing, recall } = context.gathered;
    const memories = [...context.saved, ...standing, ...recall.memories].map(({ memory }) => memory);
    const request = { messages, tools: schemas, about, memories, client, inputTokens: tokens, signal };
    for await (const event of model.stream(request)) {
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
