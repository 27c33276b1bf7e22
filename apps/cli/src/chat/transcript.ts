import { emptyConversation, noteFrame, type Conversation } from '@devai/fastify/protocol/conversation';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import { isContinued, unseenMessages, type FrameOf, type Position } from '@devai/fastify/protocol/position';
import { note, type Piece } from '../terminal/piece.ts';
import { printable } from '../terminal/printable.ts';
import { describeChanges } from './describe-changes.ts';
import {
  describeContext,
  describeFrame,
  describeRecall,
  describeRequest,
  describeSession,
} from './describe-frame.ts';

/** Turns frames into the pieces that a chat shows: what changes in the conversation, and what else they tell. */
export class Transcript {
  /** Also show memories that were left out, and the model's thinking. */
  verbose: boolean;
  /** How many stored messages to show when a session is reopened. */
  readonly #history: number;
  /** A script names it again. */
  readonly #namesSession: boolean;
  /** Ids of messages that were typed here and are already shown. */
  readonly #own = new Set<string>();
  #conversation = emptyConversation;
  /** The recall of the last turn that this client saw. */
  #recalled: FrameOf<'memory_recalled'> | null = null;
  #session: FrameOf<'session'> | null = null;
  /** The last request that this client saw. */
  #context: FrameOf<'context_assembled'> | null = null;

  constructor(options: { verbose: boolean; history: number; namesSession: boolean }) {
    this.verbose = options.verbose;
    this.#history = options.history;
    this.#namesSession = options.namesSession;
  }

  /** The session as the server described it last; null before. */
  get session(): FrameOf<'session'> | null {
    return this.#session;
  }

  /** What is shown so far. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Records a message that was typed here, so that it is not shown again. */
  noteOwn(id: string): void {
    this.#own.add(id);
  }

  /** Why each memory was or was not in the prompt of the last turn. */
  explainLastTurn(): Piece[] {
    return this.#recalled
      ? describeRecall(this.#recalled, true)
      : [note('nothing has been asked here yet; `pnpm memory why` explains earlier turns')];
  }

  /** What the model was sent last, by section. */
  describeLastContext(): Piece[] {
    return this.#context
      ? describeContext(this.#context)
      : [note('nothing has been sent to the model here yet')];
  }

  /** The pieces for a new frame. `before` is the client's position before it. */
  show(frame: NumberedFrame, before: Position): Piece[] {
    if (frame.type === 'session') return this.#enter(frame, before);
    const { turns } = this.#conversation;
    this.#conversation = noteFrame(this.#conversation, frame, before);
    return [...this.#describe(frame), ...describeChanges(turns, this.#conversation.turns, this.#own)];
  }

  #describe(frame: Exclude<NumberedFrame, FrameOf<'session'>>): Piece[] {
    switch (frame.type) {
      case 'memory_recalled':
        this.#recalled = frame;
        return describeRecall(frame, this.verbose);
      case 'context_assembled':
        this.#context = frame;
        return [];
      case 'thinking':
        return this.verbose ? [{ kind: 'thinking', text: printable(frame.text) }] : [];
      default:
        return describeFrame(frame);
    }
  }

  #enter(frame: FrameOf<'session'>, before: Position): Piece[] {
    this.#session = frame;
    const isKnown = frame.session === before.session;
    const last = isKnown ? this.#conversation : emptyConversation;
    const missed = isContinued(before, frame) ? [] : unseenMessages(before, frame);
    const hidden = isKnown ? [] : missed.slice(0, Math.max(0, missed.length - this.#history));
    const shown = noteFrame(last, { ...frame, missed: hidden, running: true }, before);
    this.#conversation = noteFrame(last, frame, before);
    return [
      ...(isKnown ? [note('connected again')] : describeSession(frame, this.#namesSession || this.verbose)),
      ...frame.approvals.flatMap(describeRequest),
      ...(hidden.length > 0 ? [note(`… ${hidden.length} earlier messages`)] : []),
      ...describeChanges(isKnown ? last.turns : shown.turns, this.#conversation.turns, this.#own),
    ];
  }
}
