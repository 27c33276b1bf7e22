import type { ApprovalRequest, NumberedFrame } from '@devai/fastify/protocol/frames';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import { shortId, written } from '../terminal/written.ts';
import type { FrameOf } from '@devai/fastify/protocol/position';

/** Describes a frame that needs no other frames to be understood; nothing for the rest. */
export function describeFrame(frame: NumberedFrame): Piece[] {
  switch (frame.type) {
    case 'context_compacted': {
      const [before, after, messages] = [frame.tokensBefore, frame.tokensAfter, frame.messages].map(written);
      const stored = `a summary replaces ${messages} messages, which stay stored`;
      return [note(`context compacted: ${before} → ${after} tokens; ${stored}`)];
    }
    case 'memory_saved': {
      const words = {
        added: frame.by === 'user' ? 'remembered' : 'learned',
        updated: 'memory updated',
        contradicted: 'memory corrected',
        known: 'known already',
        refused: 'noted beside what you said, as disputed',
      };
      // what the user asked for is shown as it was kept
      const kept = frame.by === 'user' ? printable(frame.content) : oneLine(frame.content, 200);
      return [note(`${words[frame.action]}: ${kept}`)];
    }
    case 'focus_changed':
      return [note(`focus: ${frame.topics.map(({ topic }) => oneLine(topic, 60)).join(', ') || 'none'}`)];
    case 'shared': {
      const by = frame.agent === null ? '' : `${oneLine(frame.agent, 40)} `;
      return [note(`${by}shared ${oneLine(frame.key, 200)}: ${oneLine(frame.content, 200)}`)];
    }
    case 'message_pinned':
      return [note(`message ${frame.number} is ${frame.pinned ? 'pinned' : 'no longer pinned'}`)];
    case 'agent_frame':
      return describeAgent(frame);
    case 'approval_request':
      // the reply shows it
      return frame.inWords === true ? [] : describeRequest(frame);
    case 'approval_resolved': {
      const words = { once: 'allowed', session: 'allowed for this session', deny: 'not allowed' };
      const why = { user: '', timeout: ': nobody answered in ten minutes', cancel: ': cancelled' }[frame.by];
      return [
        note(`${words[frame.decision]}${why}${frame.note === null ? '' : `: ${oneLine(frame.note, 200)}`}`),
      ];
    }
    case 'tool_output':
      return [{ kind: 'thinking', text: printable(frame.text) }];
    case 'waiting':
      return [note(`waiting: ${oneLine(frame.for, 200)}`)];
    case 'error':
      if (frame.code === 'turn_running') return [note('waiting: another client’s turn is running here')];
      return [{ kind: 'error', text: `${oneLine(frame.message, 500)} (${oneLine(frame.code, 40)})` }];
    default:
      return [];
  }
}

/** Describes the work of an agent that a task was delegated to: its calls, and the failed ones. */
function describeAgent({ agent, frame }: FrameOf<'agent_frame'>): Piece[] {
  const name = oneLine(agent, 40);
  if (frame.type === 'tool_call') {
    return [note(`  ${name} → ${oneLine(frame.name, 40)} ${oneLine(frame.arguments, 120)}`)];
  }
  if (frame.type !== 'tool_result' || frame.ok) return [];
  return [note(`  ${name}: ${oneLine(frame.name, 40)} failed: ${oneLine(frame.content, 200)}`)];
}

/** Describes a request for approval in full, because the user decides by what is shown. */
export const describeRequest = ({ agent, tool, why, preview, covers }: ApprovalRequest): Piece[] => [
  note(
    `${oneLine(agent, 40)} wants to use ${oneLine(tool, 40)}${why.trim() === '' ? '' : `: ${oneLine(why, 500)}`}`,
  ),
  note(printable(preview)),
  note(
    `always here: ${covers === 'tool' ? `all that ${oneLine(agent, 40)} does with ${oneLine(tool, 40)}` : 'this same call again'}, in this session`,
  ),
];

/** The session that the client has entered; `isNamed`: with its id. */
export function describeSession(frame: FrameOf<'session'>, isNamed: boolean): Piece[] {
  const { session, project, agent, offline, models, degraded } = frame;
  const parts = [
    ...(isNamed ? [`session ${session}`] : []),
    ...(agent === 'chapo' ? [] : [`with ${oneLine(agent, 40)}`]),
    project === null ? 'no project' : `project ${oneLine(project, 120)}`,
    offline ? 'offline' : models.map((name) => oneLine(name, 60)).join(', '),
    ...(isNamed ? [] : ['/help lists the commands']),
  ];
  return [note(parts.join(' · ')), ...degraded.map((reason) => note(`degraded: ${oneLine(reason, 300)}`))];
}

/** What was recalled, in one line; `verbose`: each with the reason, the ids, what every prompt shows, and what was left out. */
export function describeRecall(
  { memories, standing, said, passages, degraded }: FrameOf<'memory_recalled'>,
  verbose: boolean,
): Piece[] {
  // a line of most terminals
  const wide = verbose ? 160 : 72;
  const found = [
    ...memories.map(({ id, content, ...why }) => ({
      what: `${verbose ? `${shortId(id)} ` : ''}${oneLine(content, wide)}`,
      ...why,
    })),
    ...said.map(({ role, at, content, ...why }) => ({
      what: `${role === 'user' ? 'you' : 'the agent'} said on ${at.slice(0, 10)}: ${oneLine(content, wide)}`,
      ...why,
    })),
    ...passages.map(({ title, ...why }) => ({ what: oneLine(title, wide), ...why })),
  ];
  const isNamed = new Set(memories.map(({ id }) => id));
  const recalled = found.filter(({ injected }) => injected);
  const [first] = recalled;
  const more = recalled.length > 1 ? ` · ${recalled.length - 1} more` : '';
  const failures = degraded.map((text) => note(`recall is degraded: ${oneLine(text, 300)}`));
  if (!verbose) return [...(first ? [note(`recalled: ${first.what}${more} (/why)`)] : []), ...failures];
  return [
    ...standing
      .filter(({ id }) => !isNamed.has(id))
      .map(({ id, content, reason }) =>
        note(`always: ${shortId(id)} ${oneLine(content, 160)} (${oneLine(reason, 160)})`),
      ),
    ...found.map(({ what, injected, reason }) =>
      note(`${injected ? 'recalled' : 'left out'}: ${what} (${oneLine(reason, 160)})`),
    ),
    ...(first ? [] : [note('recalled nothing')]),
    ...failures,
  ];
}

/** The sections of a request with their tokens. */
export const describeContext = ({
  id,
  tokens,
  sections,
  bytes,
  keptBytes,
}: FrameOf<'context_assembled'>): Piece[] => [
  ...sections.map(({ type, tokens: size, leftOut }) =>
    note(
      `${written(size).padStart(8)}  ${type}${leftOut.length > 0 ? ` (${leftOut.length} messages left out)` : ''}`,
    ),
  ),
  note(
    `${written(tokens).padStart(8)}  tokens in all; ${Math.round((100 * keptBytes) / bytes)} % as in the request before`,
  ),
  note(`pnpm memory context show ${shortId(id)} shows all of it`),
];

export const describeCall = (call: { name: string; arguments: string }): Piece =>
  note(`→ ${oneLine(call.name, 40)} ${oneLine(call.arguments, 120)}`);
