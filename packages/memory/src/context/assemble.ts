import { z } from 'zod';
import { givenConversation, unchanged } from '../fields/conversation.ts';
import type { ChatMessage, ContextMessage } from '../ports.ts';
import { allocate } from './allocate.ts';
import { arrange } from './arrange.ts';
import { contextHash, messagesHash } from './context-hash.ts';
import { fillRuns } from './fill.ts';
import { keptForm, type KeptMessage } from './kept-form.ts';
import { contextProfile, type ContextProfile } from './profile.ts';
import { sectionInput, type Section, type SectionInput } from './section.ts';
import {
  messageSections,
  splitConversation,
  type MessageRun,
  type MessageSection,
} from './split-conversation.ts';
import { keptText, measure, sentText, textSection, type Measured } from './text-section.ts';

export const assembleInput = z.strictObject({
  profile: contextProfile,
  /** The tokens of the whole request: the model's window without the reserve for the reply. */
  budget: z.number(),
  sections: unchanged<SectionInput[]>(sectionInput.array()),
  /** The summary, the messages after it, and the message to answer with what followed it. */
  conversation: givenConversation,
  /** Numbers of messages that the user keeps out of this session's prompts. */
  hidden: z.int32().array().readonly().optional(),
});
export type AssembleInput = z.input<typeof assembleInput>;

/** What a model is sent, and how it was assembled. */
export type Context = {
  /** The hash of everything that the model sees, except ids, times and its own thinking. The same inputs give the same hash. */
  hash: string;
  tokens: number;
  sections: Section[];
  messages: ChatMessage[];
  /** Returns the messages as they are stored: redacted. */
  keptMessages(): ChatMessage[];
  /** The conversation as it is stored. */
  conversation: KeptMessage[];
  input: AssembleInput;
};

/**
 * Assembles a context: divides the budget among the sections by the profile, shortens or leaves out what does not fit, and
 * arranges the messages. Deterministic. Throws `context_too_long` when the system prompt, the message to answer and what followed it
 * do not fit.
 */
export async function assemble(input: AssembleInput): Promise<Context> {
  const { profile, budget } = input;
  const texts = await Promise.all(inOrder(profile, input.sections).map(measure));
  const conversation = await Promise.all(input.conversation.map(keptForm));
  const keptOf = new Map(conversation.map((one) => [one.sent, one.kept]));
  const { runs, hidden } = visibleRuns(input);
  const parts = [
    ...texts.map((text) => ({ ...text.section, demand: text.wanted })),
    ...Object.entries(messageSections).map(([type, about]) => ({
      type,
      ...about,
      demand: tokensOf(runs, type),
    })),
  ];
  const demands = parts.map(({ type, priority, demand }) => ({
    type,
    priority,
    required: isRequired(priority),
    wanted: demand,
    cap: profile.caps[type] ?? Infinity,
  }));
  const grants = allocate(budget, demands, profile.shares);
  const granted = (index: number): number => grants[index] ?? 0;
  const filled = texts.map((text, index) => textSection(text, granted(index)));
  const kept = new Set<MessageRun>();
  const told = messageTypes.map((type, index) => {
    const own = runs.filter(({ section }) => section === type);
    const chosen = fillRuns(own, granted(texts.length + index));
    for (const run of chosen.kept) kept.add(run);
    return messageSection(type, chosen, hidden, keptOf);
  });
  const sections = [...filled, ...told].filter(
    ({ offeredTokens, candidates }) => offeredTokens > 0 || candidates.length > 0,
  );
  const arrangeBy = (
    textOf: (section: Section, given: Measured | undefined) => string,
    messageOf: (one: ContextMessage) => ChatMessage,
  ): ChatMessage[] =>
    arrange(
      profile,
      filled.map((section, index) => ({ zone: section.zone, text: textOf(section, texts[index]) })),
      runs.filter((run) => kept.has(run)),
      messageOf,
    );
  return {
    hash: contextHash(sections.filter(({ tokens }) => tokens > 0)),
    tokens: sections.reduce((sum, section) => sum + section.tokens, 0),
    sections,
    messages: arrangeBy(sentText, ({ message }) => message),
    keptMessages: () => arrangeBy(keptText, (one) => keptOf.get(one) ?? one.message),
    conversation,
    input,
  };
}

const messageTypes: MessageSection[] = ['pinned_messages', 'summary', 'history', 'user_message', 'steps'];

/** The sections that no context can do without: the system prompt and the turn. */
const isRequired = (priority: number): boolean => priority === 0 || priority === 2;

function inOrder({ order }: ContextProfile, sections: SectionInput[]): SectionInput[] {
  const place = new Map(order.map((type, index) => [type, index]));
  return sections.toSorted(
    (a, b) => (place.get(a.type) ?? order.length) - (place.get(b.type) ?? order.length),
  );
}

function visibleRuns({ conversation, hidden = [] }: AssembleInput): {
  runs: MessageRun[];
  hidden: MessageRun[];
} {
  const runs = splitConversation(conversation);
  const isHidden = ({ section, messages }: MessageRun): boolean =>
    messageSections[section].zone === 'history' &&
    messages.some(({ number }) => number !== null && hidden.includes(number));
  return { runs: runs.filter((run) => !isHidden(run)), hidden: runs.filter(isHidden) };
}

const tokensOf = (runs: MessageRun[], type: string): number =>
  runs.reduce((sum, { section, tokens }) => sum + (section === type ? tokens : 0), 0);

function messageSection(
  type: MessageSection,
  { kept, leftOut }: { kept: MessageRun[]; leftOut: MessageRun[] },
  hidden: MessageRun[],
  keptOf: ReadonlyMap<ContextMessage, ChatMessage>,
): Section {
  const messages = kept.flatMap((run) => run.messages);
  const gone = [...leftOut, ...hidden.filter(({ section }) => section === type)].toSorted(
    (a, b) => a.at - b.at,
  );
  return {
    type,
    ...messageSections[type],
    source: type === 'summary' ? 'compaction' : 'session',
    tokens: messages.reduce((sum, { tokens }) => sum + tokens, 0),
    offeredTokens: [...kept, ...gone].reduce((sum, { tokens }) => sum + tokens, 0),
    hash: messagesHash(messages.map((one) => keptOf.get(one) ?? one.message)),
    items: [],
    separator: '',
    unordered: false,
    candidates: [],
    mentions: [],
    messages: messages.map(({ number }) => number),
    leftOut: gone.flatMap((run) => run.messages.flatMap(({ number }) => number ?? [])),
  };
}
