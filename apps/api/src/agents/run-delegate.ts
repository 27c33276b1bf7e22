import { randomUUID } from 'node:crypto';
import { countTokens, truncateToTokens, type Session } from '@devai/memory';
import { agentFrame, type ServerFrame } from '@devai/fastify/protocol/frames';
import { inputOf } from '../tools/run-tool.ts';
import type { Delegation } from '../tools/tool.ts';
import { ToolError } from '../tools/tool-error.ts';
import { actingAs } from './acting-as.ts';
import type { DoneCall } from './call-runner.ts';
import { runChapoLoop, type LoopEnd } from './chapo-loop.ts';
import { beginConversation, type Conversation } from './conversation.ts';
import { createPrefixMeter } from './prefix-meter.ts';
import type { Agent } from './roster/agent.ts';
import { roster } from './roster/roster.ts';
import { createTurnContext } from './turn-context.ts';
import type { TurnHost } from './turn-host.ts';

/** Tokens of a report, and of the paths in it. */
const longest = { report: 1_500, paths: 500 };

type Parent = { turn: string; call: string; traceId: string; signal: AbortSignal };

/** How the task ended. `text`: the reply, or the part of it that streamed; `problem`: why there is no reply, null when there is one. */
type Ending = { end: LoopEnd['end'] | 'failed'; text: string; problem: string | null };

/**
 * Lets an agent work on a task in a session of its own, which is stored and extracted like any other. The task is a notice of the host, not a
 * statement of the user. The agent's frames reach the client inside frames of the parent's turn. Returns its report with the paths that it
 * touched. Throws `ToolError` when it failed, was cancelled or used up its steps; the message says what it did until then.
 */
export async function runDelegate(host: TurnHost, delegation: Delegation, parent: Parent): Promise<string> {
  const { memory, project } = host;
  const agent = roster.find(({ name }) => name === delegation.to);
  if (!agent) throw new ToolError(`there is no agent ${delegation.to}`);
  const session = await memory.sessions.open({
    id: randomUUID(),
    project,
    agent: agent.name,
    parent: { session: host.sessionId, turn: parent.turn, call: parent.call },
    fresh: true,
  });
  const conversation = await beginConversation(memory, session);
  const stopListening = memory.onEvent(({ type }) => {
    if (type === 'memory_forgotten' || type === 'message_forgotten' || type === 'session_deleted')
      conversation.noteForgotten();
  });
  const work: Work = { agent, session, conversation, metadata: { turn: randomUUID() }, calls: [] };
  const ending = await runTask(host, work, delegation, parent);
  stopListening();
  const report = reportOf(work, ending);
  await endSession(host, work, ending);
  if (ending.problem !== null) throw new ToolError(report);
  return report;
}

type Work = {
  agent: Agent;
  session: Session;
  conversation: Conversation;
  /** Metadata of its messages. `recalled`: the memories and earlier messages in the prompt; text that only repeats them is no evidence for the extraction. */
  metadata: { turn: string; recalled?: string[] };
  /** The finished calls. */
  calls: DoneCall[];
};

/** Never throws. */
async function runTask(host: TurnHost, work: Work, delegation: Delegation, parent: Parent): Promise<Ending> {
  try {
    const { end, text, toolCalls } = await runLoop(host, work, delegation, parent);
    work.calls = toolCalls;
    switch (end) {
      case 'reply':
        return { end, text, problem: null };
      case 'cancelled':
        return { end, text, problem: cancelled };
      case 'step_limit':
        return { end, text: '', problem: `it used up its ${work.agent.steps} steps` };
    }
  } catch (error) {
    if (parent.signal.aborted) return { end: 'cancelled', text: '', problem: cancelled };
    const { agent, session } = work;
    host.log.error({ agent: agent.name, session: session.id, err: error }, 'delegated work failed');
    return { end: 'failed', text: '', problem: error instanceof Error ? error.message : String(error) };
  }
}

const cancelled = 'the user cancelled it';

async function runLoop(
  host: TurnHost,
  work: Work,
  { task, files, budget }: Delegation,
  parent: Parent,
): Promise<LoopEnd> {
  const { agent, session, conversation, metadata } = work;
  const { turn } = metadata;
  const { signal, traceId } = parent;
  const approvals: TurnHost['approvals'] = {
    ...host.approvals,
    // clients know only the parent's turn
    ask: (tool, call, until) => host.approvals.ask(tool, { ...call, turn: parent.turn }, until),
  };
  const own = actingAs(agent, {
    ...host,
    ...{ sessionId: session.id, conversation, prefixMeter: createPrefixMeter(), approvals },
    emit: emitIn(host, work, parent),
  });
  const content = files.length === 0 ? task : `${task}\n\nBegin with: ${files.join(', ')}`;
  // a notice of the host: nothing in it counts as said by the user
  const asked = await conversation.append({ role: 'user', type: 'notice', content, metadata }, 'beginning');
  const context = await createTurnContext(own, {
    ...{ text: asked.text, before: [], saved: [], signal },
    forgettings: () => conversation.forgettings,
    budget: Math.min(budget ?? Infinity, agent.budget ?? Infinity),
  });
  metadata.recalled = context.gathered.shown;
  return runChapoLoop({
    ...own,
    turn,
    question: asked.number,
    traceId,
    client: null,
    context,
    delegate: null,
    metadata,
    onStep: ({ toolCalls }) => {
      work.calls = toolCalls;
    },
    signal,
  });
}

/** Sends the agent's frames inside frames of the parent's turn, and its errors as errors of that turn. */
function emitIn(host: TurnHost, { agent, session }: Work, { turn, call }: Parent) {
  return (frame: ServerFrame): void => {
    if (frame.type === 'error') host.emit({ ...frame, turn, message: `${agent.name}: ${frame.message}` });
    const { data } = agentFrame.safeParse(frame);
    if (data) {
      host.emit({ type: 'agent_frame', turn, call, agent: agent.name, session: session.id, frame: data });
    }
  };
}

const lastWords = ({ messages }: Conversation): string =>
  messages.findLast(({ message: { role, content } }) => role === 'assistant' && content !== '')?.message
    .content ?? '';

/**
 * Stores the last message, which releases the session, and makes the extraction due at once, because nobody returns to it. A failure is
 * logged, and the report still reaches the parent: the lease runs out, and the session's idle date makes the extraction due.
 */
async function endSession(
  { memory, log }: TurnHost,
  { conversation, session, metadata }: Work,
  { end, text, problem }: Ending,
): Promise<void> {
  try {
    await conversation.append(
      {
        role: 'assistant',
        type: end === 'reply' ? 'text' : 'notice',
        content: text || (problem === null ? '(nothing)' : `(no report: ${problem})`),
        metadata: { ...metadata, end },
      },
      'ending',
    );
    await memory.sessions.end(session.id, { now: true });
  } catch (error) {
    log.error({ session: session.id, err: error }, 'the end of delegated work could not be stored');
  }
}

function reportOf({ agent: { name }, calls, conversation }: Work, { text, problem }: Ending): string {
  const said = text || lastWords(conversation);
  const paths = [
    pathsLine('files changed', calls, ['write_file', 'edit_file']),
    pathsLine('files read', calls, ['read_file']),
  ];
  const done = Object.entries(Object.groupBy(calls, (call) => call.name)).map(([tool, made = []]) => {
    const failed = made.filter(({ ok }) => !ok).length;
    return `${tool} ${made.length}${failed > 0 ? ` (${failed} failed)` : ''}`;
  });
  const lines =
    problem === null
      ? [...paths, `${name} reports:`, text || '(nothing)']
      : [
          `${name} did not finish: ${problem}`,
          ...paths,
          `calls: ${done.join(', ') || 'none'}`,
          ...(said === '' ? [] : [`${name} said last:`, said]),
        ];
  return shortened(lines.filter((line) => line !== '').join('\n'), longest.report);
}

/** The paths of the calls of these tools that worked, each once; '' when there are none. */
function pathsLine(title: string, calls: DoneCall[], tools: string[]): string {
  const paths = calls.filter(({ name, ok }) => ok && tools.includes(name)).flatMap(pathOf);
  return paths.length === 0 ? '' : shortened(`${title}: ${[...new Set(paths)].join(', ')}`, longest.paths);
}

function pathOf(call: DoneCall): string[] {
  const input = inputOf(call);
  const path = typeof input === 'object' && input !== null && 'path' in input ? input.path : null;
  return typeof path === 'string' ? [path] : [];
}

function shortened(text: string, tokens: number): string {
  const note = ' … (the rest is cut)';
  return countTokens(text) <= tokens ? text : `${truncateToTokens(text, tokens - countTokens(note))}${note}`;
}
