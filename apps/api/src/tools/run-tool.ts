import type { ToolCall } from '@devai/memory';
import type { Tool, ToolContext, ToolNotes } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Characters of a result that the model reads. The largest page of `read_file` fits. */
const maximumOutput = 280_000;

/**
 * Asks the user if the tool needs it. `refusal` tells the model why the call does not run; null: it may run. `note`: what the user said
 * with the answer.
 */
export type Approve = (
  tool: Tool,
  call: ToolCall,
  preview: () => Promise<string>,
) => Promise<{ refusal: string | null; note: string | null }>;

/** `refused`: it did not run, because it was not allowed. */
export type ToolOutcome = { ok: boolean; refused?: true; content: string } & ToolNotes;

/**
 * Runs one call of the model. Never throws: whatever goes wrong comes back as `ok: false` with a text that tells the model what to do.
 * When the turn is cancelled it returns at once, though the tool may still be finishing; a tool that ends itself on cancel
 * (`endsOnCancel`) is waited for. What needs the user's approval does not run without it.
 */
export async function runTool(
  tools: Tool[],
  call: ToolCall,
  context: ToolContext,
  approve: Approve,
): Promise<ToolOutcome> {
  if (context.signal.aborted) return cancelledBefore;
  const tool = tools.find((one) => one.name === call.name);
  if (!tool) return { ok: false, content: unknownTool(call.name, tools) };
  try {
    const input = parseArguments(call.arguments);
    const { refusal, note } = await approve(tool, call, () => tool.preview(input, context));
    if (refusal !== null) return { ok: false, refused: true, content: refusal };
    if (context.signal.aborted) return cancelledBefore;
    const work = tool.run(input, context);
    const answer = await (tool.endsOnCancel ? work : orCancelled(work, context.signal));
    const { content, ...notes } = typeof answer === 'string' ? { content: answer } : answer;
    const told = note === null ? content : `${content}\n(the user, when approving: ${note})`;
    return { ok: true, ...notes, content: capOutput(told) };
  } catch (error) {
    return { ok: false, content: capOutput(describe(error, tool, context.signal)) };
  }
}

const cancelledBefore = { ok: false, content: 'cancelled by the user before it ran' };

/** The call's input as the model wrote it; null when it is not JSON. */
export function inputOf(call: ToolCall): unknown {
  try {
    return parseArguments(call.arguments);
  } catch {
    return null;
  }
}

/** Parses the model's JSON; an empty text means no arguments. Broken JSON is not repaired: a call that was cut off would write half a file. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch (error) {
    throw new ToolError(
      'the arguments are not JSON; send one whole JSON object, with quotes and backslashes escaped, or do the work in smaller parts',
      { cause: error },
    );
  }
}

const unknownTool = (name: string, tools: Tool[]): string =>
  `there is no tool ${JSON.stringify(name)}; there are: ${tools.map((tool) => tool.name).join(', ')}`;

/** The work's result, or a rejection as soon as the signal is aborted. */
async function orCancelled<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([work, cancelled.promise]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function describe(error: unknown, tool: Tool, signal: AbortSignal): string {
  const isTold = error instanceof ToolError && (tool.endsOnCancel || !signal.aborted);
  if (isTold) return error.message;
  if (signal.aborted) return 'cancelled by the user; it may have taken effect';
  return `${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Keeps head and tail of a text that is too long, and says between them how much was cut. */
function capOutput(text: string): string {
  if (text.length <= maximumOutput) return text;
  const half = maximumOutput / 2;
  const head = text.slice(0, half).toWellFormed();
  const tail = text.slice(-half).toWellFormed();
  return `${head}\n[… ${text.length - maximumOutput} characters cut …]\n${tail}`;
}
