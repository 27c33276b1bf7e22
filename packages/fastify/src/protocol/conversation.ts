import type { ApprovalRequest, NumberedFrame, StoredMessage } from './frames.ts';
import type { TurnEnd } from './outbox.ts';
import { addStep, type Part, type StepFrame, type ToolCall } from './parts.ts';
import { isContinued, unseenMessages, type FrameOf, type Position } from './position.ts';

export type Question = { id: string; number: number | null; content: string };

/** From a message of the user to the end of what the agent did about it. */
export type Turn = {
  /** Stays the same while the turn is shown. */
  key: string;
  /** As frames name it; null: none has come. */
  id: string | null;
  /** Null: it was asked before what is shown here. */
  question: Question | null;
  recalled: FrameOf<'memory_recalled'> | null;
  contexts: FrameOf<'context_assembled'>[];
  parts: Part[];
  saved: FrameOf<'memory_saved'>[];
  errors: FrameOf<'error'>[];
  /** What the turn says it waits for. */
  waitingFor: string | null;
  /** Null while it runs. `cut`: it was stored without saying how. `number`: of the reply; null: it has none. */
  end: { how: TurnEnd | 'cut'; number: number | null } | null;
};

/** What a chat shows of its session. */
export type Conversation = {
  turns: Turn[];
  /** Calls that wait for the user's approval, oldest first. */
  approvals: ApprovalRequest[];
  /** The client came in the middle of a step, whose text is shown when it arrives whole. */
  joinedLate: boolean;
};

export const emptyConversation: Conversation = { turns: [], approvals: [], joinedLate: false };

/** The conversation after a frame: every text once, whether it streams, arrives whole or was stored meanwhile. `before`: the client's position before it. */
export function noteFrame(conversation: Conversation, frame: NumberedFrame, before: Position): Conversation {
  switch (frame.type) {
    case 'session':
      return enter(conversation, frame, before);
    case 'message': {
      const { turns } = conversation;
      const noted = isKnownReply(turns, frame, before) ? turns : noteMessage(turns, frame);
      return { ...conversation, turns: noted, joinedLate: false };
    }
    case 'text_delta':
    case 'thinking':
      return conversation.joinedLate ? conversation : noteStep(conversation, frame);
    case 'tool_call':
    case 'tool_output':
    case 'tool_result':
    case 'context_compacted':
      return { ...noteStep(conversation, frame), joinedLate: false };
    case 'agent_frame':
      return changeTurn(conversation, frame.turn, (turn) => ({
        parts: turn.parts.map((part) => (isCall(part, frame.call) ? noteAgent(part, frame) : part)),
      }));
    case 'memory_recalled':
      return { ...changeTurn(conversation, frame.turn, () => ({ recalled: frame })), joinedLate: false };
    case 'context_assembled':
      return changeTurn(conversation, frame.turn, ({ contexts }) => ({ contexts: [...contexts, frame] }));
    case 'waiting':
      return changeTurn(conversation, frame.turn, () => ({ waitingFor: frame.for }));
    case 'error':
      return frame.turn === undefined
        ? conversation
        : changeTurn(conversation, frame.turn, ({ errors }) => ({ errors: [...errors, frame] }));
    case 'memory_saved':
      return changeLast(conversation, ({ saved }) => ({ saved: [...saved, frame] }));
    case 'approval_request':
      return { ...conversation, approvals: [...withoutApproval(conversation, frame.id), frame] };
    case 'approval_resolved':
      return { ...conversation, approvals: withoutApproval(conversation, frame.id) };
    default:
      return conversation;
  }
}

/** A message of this client that has not been sent yet. */
export const noteAsked = (conversation: Conversation, question: Question): Conversation => ({
  ...conversation,
  turns: [...conversation.turns, newTurn(question)],
});

/** A turn of this client that ended without a message of the server. */
export const noteEnded = (conversation: Conversation, question: string, how: TurnEnd): Conversation => ({
  ...conversation,
  turns: conversation.turns.flatMap((turn) => {
    if (turn.question?.id !== question || turn.end !== null) return turn;
    return how === 'withdrawn' ? [] : { ...turn, end: { how, number: null } };
  }),
});

/** Turns as they were stored, oldest first. */
export const turnsOf = (messages: StoredMessage[]): Turn[] => messages.reduce(addStored, []);

/** Whether a message of this client may not have reached the server. */
export const isUnsent = ({ id, question, end }: Turn): boolean =>
  id === null && question?.number === null && end === null;

/** Turns with earlier ones before them. A turn that begins in the earlier ones is joined. */
export function withEarlier(earlier: Turn[], turns: Turn[]): Turn[] {
  const [first, ...others] = turns;
  const last = earlier.at(-1);
  if (!first || !last || first.question !== null || last.end !== null) return [...earlier, ...turns];
  const { key, question } = last;
  return [
    ...earlier.slice(0, -1),
    { ...first, key, question, parts: [...last.parts, ...first.parts] },
    ...others,
  ];
}

const newTurn = (question: Question | null, id: string | null = null): Turn => ({
  key: question?.id ?? id ?? 'earlier',
  id,
  question,
  recalled: null,
  contexts: [],
  parts: [],
  saved: [],
  errors: [],
  waitingFor: null,
  end: null,
});

const withoutApproval = ({ approvals }: Conversation, id: string): ApprovalRequest[] =>
  approvals.filter((one) => one.id !== id);

function enter(conversation: Conversation, frame: FrameOf<'session'>, before: Position): Conversation {
  const { approvals } = frame;
  if (isContinued(before, frame)) return { ...conversation, approvals };
  const isOther = before.session !== null && before.session !== frame.session;
  const turns = isOther ? conversation.turns.filter(isUnsent) : conversation.turns;
  const stored = unseenMessages(before, frame).reduce(
    addStored,
    turns.filter((turn) => !isUnsent(turn)),
  );
  const ended = stored.map((turn, index) =>
    frame.running && index === stored.length - 1 ? withoutOpenText(turn) : settle(turn),
  );
  const unsent = turns.filter(
    (turn) => isUnsent(turn) && !stored.some(({ question }) => question?.id === turn.question?.id),
  );
  return { turns: [...ended, ...unsent], approvals, joinedLate: frame.running };
}

/** Ends a stored turn: the frames that would have ended it are lost. */
const settle = (turn: Turn): Turn =>
  turn.end !== null || turn.question?.number === null
    ? turn
    : {
        ...turn,
        parts: turn.parts.map(close),
        end: { how: 'interrupted', number: null },
        waitingFor: null,
      };

const withoutOpenText = (turn: Turn): Turn => ({
  ...turn,
  parts: turn.parts.filter((part) => !isOpenText(part)),
});

function addStored(turns: Turn[], message: StoredMessage): Turn[] {
  const {
    id,
    number,
    role,
    type,
    content,
    toolCalls,
    toolCallId,
    turn: turnId = null,
    ok = true,
    refused,
  } = message;
  if (role === 'user' && type === 'notice') {
    const parts: Part[] = [{ kind: 'handover', text: content }];
    return [...turns, { ...newTurn(null, turnId), key: id, parts, end: { how: 'reply', number } }];
  }
  if (role === 'user') return noteQuestion(turns, { id, number, content }, turnId);
  const turn = turns.at(-1) ?? newTurn(null, turnId);
  const others = turns.slice(0, -1);
  if (role === 'tool') {
    const result: StepFrame = {
      ...{ type: 'tool_result', turn: '', id: toolCallId ?? '', name: '' },
      ...{ ok, refused, content },
    };
    return [...others, { ...turn, parts: addStep(turn.parts, result) }];
  }
  if (role === 'system') return turns;
  if (type === 'notice') {
    const { problem } = message;
    const ended = finish(turn, content, message.end ?? 'cut', number, problem === undefined);
    const isNews = !turn.errors.some(
      ({ code, message: text }) => code === problem?.code && text === problem.message,
    );
    const error = problem && {
      type: 'error' as const,
      ...problem,
      ...(turn.id !== null && { turn: turn.id }),
    };
    return [...others, isNews && error ? { ...ended, errors: [...ended.errors, error] } : ended];
  }
  if (toolCalls.length === 0) return [...others, finish(turn, content, 'reply', number)];
  const isKnown = turn.parts.some((part) => toolCalls.some((call) => isCall(part, call.id)));
  const text: Part[] = isKnown || content === '' ? [] : [{ kind: 'text', text: content, isOpen: false }];
  const parts = toolCalls.reduce(
    (all, call) => addStep(all, { type: 'tool_call', turn: '', ...call }),
    [...withoutOpenText(turn).parts, ...text],
  );
  const noted = parts.map((part) =>
    part.kind === 'call' && !turn.parts.includes(part) ? { ...part, isStored: true } : part,
  );
  // an open text after a known call belongs to the next step
  return [...others, { ...turn, parts: [...noted, ...(isKnown ? turn.parts.filter(isOpenText) : [])] }];
}

const isOpenText = (part: Part): boolean => part.kind === 'text' && part.isOpen;

const isCall = (part: Part, id: string): part is ToolCall => part.kind === 'call' && part.id === id;

function noteMessage(turns: Turn[], frame: FrameOf<'message'>): Turn[] {
  const { id, number, role, content, end = 'reply' } = frame;
  if (role === 'user') return noteQuestion(turns, { id, number, content }, frame.turn);
  return withTurn(turns, frame.turn, (turn) => finish(turn, content, end, number));
}

/** Whether it came with a `session` frame already. */
const isKnownReply = (turns: Turn[], { role, number, turn }: FrameOf<'message'>, before: Position): boolean =>
  role === 'assistant' &&
  number !== null &&
  number <= before.number &&
  !turns.some(({ id, end }) => id === turn && end === null);

function noteQuestion(turns: Turn[], question: Question, id: string | null): Turn[] {
  const known = turns.find((turn) => turn.question?.id === question.id);
  if (!known) return [...turns, newTurn(question, id)];
  return turns.map((turn) => (turn === known ? { ...turn, question, id: id ?? turn.id } : turn));
}

/** The end of a turn: `content` is its whole last text, the beginning of it that was streamed, or a note of the host. */
function finish(
  turn: Turn,
  content: string,
  how: TurnEnd | 'cut',
  number: number | null,
  isStored = false,
): Turn {
  if (turn.end?.number === number && number !== null) return turn;
  const open = turn.parts.findLast((part) => part.kind === 'text' && part.isOpen);
  const streamed = open?.kind === 'text' ? open.text : '';
  const isWhole = how === 'reply' || how === 'step_limit';
  // a stored message does not tell whether it is a note, unless it does not continue the streamed text
  const isNote = !isWhole && !(isStored && streamed === '') && !isBeginning(streamed, content);
  const rest = isNote ? turn.parts.map(close) : withoutOpenText(turn).parts;
  const last: Part = isNote
    ? { kind: 'note', text: content }
    : { kind: 'text', text: content, isOpen: false };
  return { ...turn, parts: content === '' ? rest : [...rest, last], end: { how, number }, waitingFor: null };
}

const isBeginning = (streamed: string, content: string): boolean =>
  streamed !== '' && content.trimStart().startsWith(streamed.trim());

const close = (part: Part): Part => (part.kind === 'text' ? { ...part, isOpen: false } : part);

const noteStep = (conversation: Conversation, frame: StepFrame): Conversation =>
  changeTurn(conversation, frame.turn, ({ parts }) => ({ parts: addStep(parts, frame), waitingFor: null }));

const noteAgent = (call: ToolCall, { agent, session, frame }: FrameOf<'agent_frame'>): ToolCall => ({
  ...call,
  agent: { name: agent, session, parts: addStep(call.agent?.parts ?? [], frame) },
});

const changeTurn = (
  conversation: Conversation,
  id: string,
  change: (turn: Turn) => Partial<Turn>,
): Conversation => ({
  ...conversation,
  turns: withTurn(conversation.turns, id, (turn) => ({ ...turn, ...change(turn) })),
});

/** With one turn changed: that of the id; else the last one, when it is stored and no frame of it has come; else a new one. */
function withTurn(turns: Turn[], id: string, change: (turn: Turn) => Turn): Turn[] {
  const last = turns.at(-1);
  const isNameless =
    last !== undefined && last.id === null && last.end === null && last.question?.number !== null;
  const found = turns.find((turn) => turn.id === id) ?? (isNameless ? last : undefined);
  if (!found) return [...turns, change(newTurn(null, id))];
  return turns.map((turn) => (turn === found ? change({ ...turn, id }) : turn));
}

function changeLast(conversation: Conversation, change: (turn: Turn) => Partial<Turn>): Conversation {
  // messages that wait for the end of this turn come after it
  const last = conversation.turns.findLast((turn) => !isUnsent(turn));
  if (!last) return conversation;
  const turns = conversation.turns.map((turn) => (turn === last ? { ...turn, ...change(turn) } : turn));
  return { ...conversation, turns };
}
