import { randomUUID } from 'node:crypto';
import { truncateToTokens, type Memory } from '@devai/memory';
import { agentFrame, type ServerFrame } from '../protocol/frames.ts';
import type { Delegation } from '../tools/tool.ts';
import { ToolError } from '../tools/tool-error.ts';
import { createToolMemory } from '../tools/tool-memory.ts';
import { actingAs, memoryUser } from './acting-as.ts';
import type { DoneCall } from './call-runner.ts';
import { runChapoLoop } from './chapo-loop.ts';
import { beginConversation } from './conversation.ts';
import { createPrefixMeter } from './prefix-meter.ts';
import type { Agent } from './roster/agent.ts';
import { roster } from './roster/roster.ts';
import type { TurnHost } from './turn-host.ts';
import { createTurnContext } from './turn-context.ts';

/** Tokens of a report. */
const longestReport = 1_500;

type Parent = { turn: string; call: string; traceId: string; signal: AbortSignal };

/**
 * Has an agent do a task in a session of its own, which is stored and extracted like any other; the task is no word of the user's. Its
 * frames reach the client inside frames of the parent's turn. Returns its report with the files it touched. Throws `ToolError`
 * when it could not, with what it did until then.
 */
export async function runDelegate(
  host: TurnHost,
  { to, task, files, budget }: Delegation,
  { turn, call, traceId, signal }: Parent,
): Promise<string> {
  const { memory, project } = host;
  const agent = roster.find(({ name }) => name === to);
  if (!agent) throw new ToolError(`there is no agent ${to}`);
  const sessionId = randomUUID();
  const session = await memory.sessions.open({
    id: sessionId,
    project,
    agent: agent.name,
    parent: { session: host.sessionId, turn, call },
    fresh: true,
  });
  try {
    const conversation = await beginConversation(memory, session);
    const emit = (frame: ServerFrame): void => {
      const { data } = agentFrame.safeParse(frame);
      if (data)
        host.emit({ type: 'agent_frame', turn, call, agent: agent.name, session: sessionId, frame: data });
    };
    const own = actingAs(agent, {
      ...host,
      ...{ sessionId, conversation, prefixMeter: createPrefixMeter(), emit },
    });
    const ownTurn = randomUUID();
    const content = files.length === 0 ? task : `${task}\n\nBegin with: ${files.join(', ')}`;
    // the host wrote it: nothing of it is taken for the user's own word
    const asked = await conversation.append({
      role: 'user',
      type: 'notice',
      content,
      metadata: { turn: ownTurn },
    });
    const context = await createTurnContext(own, {
      ...{ text: asked.text, before: [], saved: [], signal },
      budget: Math.min(budget ?? Infinity, agent.budget ?? Infinity),
    });
    const end = await runChapoLoop({
      ...own,
      turn: ownTurn,
      question: asked.number,
      traceId,
      context,
      agent: agent.name,
      steps: agent.steps,
      delegate: null,
      toolContext: {
        workspace: host.workspace,
        memory: createToolMemory(memory, project, memoryUser(agent)),
        sessionId,
        project,
        signal,
      },
      metadata: { turn: ownTurn, recalled: context.gathered.shown },
      onStep: () => {},
      signal,
    });
    const said = end.text === '' ? '(nothing)' : end.text;
    await conversation.append({
      role: 'assistant',
      type: end.end === 'reply' ? 'text' : 'notice',
      content: said,
      metadata: { turn: ownTurn, recalled: context.gathered.shown, end: end.end },
    });
    const report = reportOf(agent, said, end.toolCalls);
    if (end.end !== 'reply') throw new ToolError(`${agent.name} did not finish (${end.end}).\n${report}`);
    return report;
  } finally {
    await endSession(memory, sessionId);
  }
}

function reportOf({ name }: Agent, said: string, calls: DoneCall[]): string {
  const changed = pathsOf(calls.filter((call) => ['write_file', 'edit_file'].includes(call.name)));
  const read = pathsOf(calls.filter((call) => call.name === 'read_file'));
  const lines = [
    changed.length === 0 ? '' : `files changed: ${changed.join(', ')}`,
    read.length === 0 ? '' : `files read: ${read.join(', ')}`,
  ].filter((line) => line !== '');
  return truncateToTokens([...lines, `${name} reports:`, said].join('\n'), longestReport);
}

/** Of calls that worked, each once. */
function pathsOf(calls: DoneCall[]): string[] {
  const paths = calls
    .filter(({ ok }) => ok)
    .flatMap((call) => /"path"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(call.arguments)?.[1] ?? []);
  return [...new Set(paths.map((path) => String(JSON.parse(path))))].slice(0, 50);
}

/** The extraction is due at once: nobody returns to it. */
async function endSession(memory: Memory, id: string): Promise<void> {
  await memory.sessions.end(id, { now: true });
}
