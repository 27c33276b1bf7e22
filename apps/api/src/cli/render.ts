import type { NumberedFrame } from '../protocol/frames.ts';
import {
  describeCall,
  describeCompaction,
  describeError,
  describeFocus,
  describeRecall,
  describeSaved,
  describeSent,
  describeSession,
  note,
  type FrameOf,
  type Piece,
} from './describe-frame.ts';
import { oneLine, printable } from './printable.ts';
import { advance, isContinued, isSeen, startPosition, unseenMessages, type Position } from './position.ts';

type StoredMessage = FrameOf<'session'>['missed'][number];

export type RenderState = {
  position: Position;
  /** Also show what was considered and left out, and the model's thinking. */
  verbose: boolean;
  /** Stored messages shown of a session that is opened again. */
  history: number;
  /** Ids of messages that are on the screen because they were typed here. */
  ownMessages: ReadonlySet<string>;
  /** The reply's text since the last step began, as it was shown. */
  streamed: string;
  /** It joined in the middle of a step: what streams now lacks its beginning, and comes whole at the end. */
  joinedLate: boolean;
  /** What was recalled for the last message that was asked while this client was there. */
  recalled: FrameOf<'memory_recalled'> | null;
  /** Tool calls of this turn whose lines were shown, and those whose results were. */
  shownCalls: ReadonlySet<string>;
  shownResults: ReadonlySet<string>;
};

export const startState: RenderState = {
  position: startPosition,
  verbose: false,
  history: 10,
  ownMessages: new Set(),
  streamed: '',
  joinedLate: false,
  recalled: null,
  shownCalls: new Set(),
  shownResults: new Set(),
};

export type Rendered = { state: RenderState; output: Piece[] };

/** What a frame shows, and the state after it. Pure. A frame that was seen before shows nothing. */
export function renderFrame(state: RenderState, frame: NumberedFrame): Rendered {
  if (isSeen(state.position, frame)) return { state, output: [] };
  const rendered = renderNew(state, frame);
  return { ...rendered, state: { ...rendered.state, position: advance(state.position, frame) } };
}

/** Why each memory was or was not in the prompt of the last turn. */
export const explainLastTurn = ({ recalled }: RenderState): Piece[] =>
  recalled
    ? describeRecall(recalled, true)
    : [note('nothing was asked here yet; `pnpm memory why` tells of earlier turns')];

function renderNew(state: RenderState, frame: NumberedFrame): Rendered {
  switch (frame.type) {
    case 'session':
      return renderSession(state, frame);
    case 'memory_recalled':
      return shows({ ...begun(state), recalled: frame }, describeRecall(frame, state.verbose));
    case 'thinking':
      return shows(state, state.verbose ? [{ kind: 'thinking', text: printable(frame.text) }] : []);
    case 'text_delta':
      return renderDelta(state, frame);
    case 'tool_call':
      return renderCall(begun(state), frame);
    case 'tool_result':
      return renderResult(begun(state), frame);
    case 'context_sent':
      return shows(state, state.verbose ? [describeSent(frame)] : []);
    case 'context_compacted':
      return shows(state, [describeCompaction(frame)]);
    case 'memory_saved':
      return shows(state, [describeSaved(frame)]);
    case 'focus_changed':
      return shows(state, [describeFocus(frame)]);
    case 'message':
      return frame.role === 'user' ? renderUserMessage(begun(state), frame) : renderReply(state, frame);
    default:
      return shows(state, [describeError(frame)]);
  }
}

const shows = (state: RenderState, output: Piece[]): Rendered => ({ state, output });

/** A boundary of the turn was seen: what streams after it is whole. */
const begun = (state: RenderState): RenderState => ({ ...state, joinedLate: false });

const stepEnded = (state: RenderState): RenderState => ({ ...state, streamed: '' });

const turnEnded = (state: RenderState): RenderState => ({
  ...state,
  streamed: '',
  joinedLate: false,
  shownCalls: new Set(),
  shownResults: new Set(),
});

function renderSession(state: RenderState, frame: FrameOf<'session'>): Rendered {
  const known = frame.session === state.position.session;
  const opening = known ? [note('connected again')] : describeSession(frame);
  if (isContinued(state.position, frame)) return shows(state, opening);

  const missed = unseenMessages(state.position, frame);
  const hidden = known ? 0 : Math.max(0, missed.length - state.history);
  let current = known ? state : turnEnded(state);
  const output = [...opening, ...(hidden > 0 ? [note(`… ${hidden} earlier messages`)] : [])];
  for (const message of missed.slice(hidden)) {
    const rendered = renderStored(current, message);
    current = rendered.state;
    output.push(...rendered.output);
  }
  if (current.streamed !== '') output.push({ kind: 'discard' });
  return shows({ ...stepEnded(current), joinedLate: frame.running }, output);
}

/** A message that was stored while this client was away. */
function renderStored(state: RenderState, message: StoredMessage): Rendered {
  switch (message.role) {
    case 'user':
      return shows(
        turnEnded(state),
        state.ownMessages.has(message.id) ? [] : [{ kind: 'user', text: printable(message.content) }],
      );
    case 'assistant':
      return message.type === 'notice'
        ? showNotice(state, message.content)
        : renderStoredReply(state, message);
    case 'tool': {
      const id = message.toolCallId ?? '';
      if (state.shownResults.has(id)) return shows(state, []);
      return shows({ ...state, shownResults: new Set([...state.shownResults, id]) }, [
        note(`  = ${oneLine(message.content, 100)}`),
      ]);
    }
    default:
      return shows(state, []);
  }
}

function renderStoredReply(state: RenderState, { content, toolCalls }: StoredMessage): Rendered {
  const calls = toolCalls.filter((call) => !state.shownCalls.has(call.id));
  // calls are shown after the text before them
  const isShown = calls.length < toolCalls.length;
  const { state: shown, output } = isShown ? shows(stepEnded(state), []) : showReply(state, content);
  const shownCalls = new Set([...shown.shownCalls, ...calls.map((call) => call.id)]);
  return shows({ ...shown, shownCalls }, [...output, ...calls.map(describeCall)]);
}

function renderDelta(state: RenderState, frame: FrameOf<'text_delta'>): Rendered {
  if (state.joinedLate) return shows(state, []);
  const kept = frame.reset ? '' : state.streamed;
  const output: Piece[] = frame.reset && state.streamed !== '' ? [{ kind: 'discard' }] : [];
  if (frame.text !== '') output.push({ kind: 'text', text: printable(frame.text) });
  return shows({ ...state, streamed: kept + frame.text }, output);
}

function renderCall(state: RenderState, call: FrameOf<'tool_call'>): Rendered {
  if (state.shownCalls.has(call.id)) return shows(stepEnded(state), []);
  const before: Piece[] = state.streamed === '' ? [] : [{ kind: 'end' }];
  const shownCalls = new Set([...state.shownCalls, call.id]);
  return shows({ ...stepEnded(state), shownCalls }, [...before, describeCall(call)]);
}

function renderResult(state: RenderState, { id, ok, content }: FrameOf<'tool_result'>): Rendered {
  if (state.shownResults.has(id)) return shows(state, []);
  return shows({ ...stepEnded(state), shownResults: new Set([...state.shownResults, id]) }, [
    note(`  ${ok ? '=' : '✗'} ${oneLine(content, 100) || 'done'}`),
  ]);
}

function renderUserMessage(state: RenderState, { id, number, content }: FrameOf<'message'>): Rendered {
  const shown = state.ownMessages.has(id) || isStoredAndSeen(state, number);
  return shows(turnEnded(state), shown ? [] : [{ kind: 'user', text: printable(content) }]);
}

function renderReply(state: RenderState, { number, content, end }: FrameOf<'message'>): Rendered {
  if (isStoredAndSeen(state, number)) return shows(turnEnded(state), []);
  const isNotice = end === 'cancelled' || end === 'failed';
  const { output } = isNotice ? showNotice(state, content) : showReply(state, content);
  return shows(turnEnded(state), output);
}

/** A turn that was cut ends with what had streamed by then, or with the host's own words about it. */
function showNotice(state: RenderState, content: string): Rendered {
  const rest = state.streamed === '' ? null : restOf(content, state.streamed);
  if (rest === null) return shows(stepEnded(state), [{ kind: 'end' }, note(oneLine(content, 2_000))]);
  const { state: shown, output } = showReply(state, content);
  return shows(shown, [...output, note('(cancelled)')]);
}

const isStoredAndSeen = ({ position }: RenderState, number: number | null): boolean =>
  number !== null && number <= position.number;

/** The whole text of a step, of which some may have streamed already: the rest of it, or all when it is another. */
function showReply(state: RenderState, content: string): Rendered {
  if (content === '' && state.streamed === '') return shows(state, []);
  const rest = restOf(content, state.streamed);
  const output: Piece[] = rest === null ? [{ kind: 'discard' }] : [];
  const text = printable(rest ?? content);
  if (text !== '') output.push({ kind: 'text', text });
  return shows(stepEnded(state), [...output, { kind: 'end' }]);
}

/** What of a text has not streamed; null when something else streamed. White space around it does not count. */
function restOf(content: string, streamed: string): string | null {
  const shown = streamed.trimStart();
  const whole = content.trimStart();
  if (whole.startsWith(shown)) return whole.slice(shown.length);
  return whole.trimEnd() === shown.trimEnd() ? '' : null;
}
