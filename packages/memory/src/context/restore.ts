import { withoutForgotten } from '../marks/without-marked.ts';
import type { ContextMessage } from '../ports.ts';
import type { ContextWithTexts } from '../store/contexts.ts';
import type { Message } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import type { AssembleInput } from './assemble.ts';
import { readContext, type KeptCandidates, type KeptSection, type Missing, type Read } from './record.ts';
import type { SectionInput } from './section.ts';

/** The inputs that a context was assembled from, as far as they are still stored. */
export type Restored = {
  /** Null when the profile is gone. */
  input: AssembleInput | null;
  sections: KeptSection[];
  /** How many sections, and how many messages of the host, are gone. */
  missing: Missing[];
  /** Numbers of messages of which something was forgotten. */
  forgotten: number[];
};

/** Reads the inputs of a stored context: texts, and the messages of its session as they are now. */
export async function restore(
  store: Pick<Store, 'listMessages'>,
  context: ContextWithTexts,
): Promise<Restored> {
  const { profile, sections, considered, own } = readContext(context);
  const { body, sessionId, budget } = context;
  const conversation: ContextMessage[] = [];
  const forgotten: number[] = [];
  const pinned = new Set(body.pinned);
  for (const entry of body.conversation) {
    if (typeof entry === 'number') {
      const found = own.get(entry);
      if (found && 'value' in found) conversation.push(found.value);
      continue;
    }
    for (const message of await readRange(store, sessionId, entry)) {
      if (isForgotten(message)) forgotten.push(message.number);
      const stored = toChatMessage(withoutForgotten(message));
      const { number, tokens } = message;
      conversation.push({ message: stored, stored, number, tokens, pinned: pinned.has(number) });
    }
  }
  const kept = valuesOf(sections);
  return {
    input:
      'value' in profile
        ? {
            profile: profile.value,
            budget,
            sections: toInputs(kept, valuesOf(considered)),
            conversation,
            hidden: body.hidden,
          }
        : null,
    sections: kept,
    missing: [profile, ...sections, ...considered, ...own.values()].flatMap((found) =>
      'missing' in found ? [found.missing] : [],
    ),
    forgotten,
  };
}

async function readRange(
  store: Pick<Store, 'listMessages'>,
  sessionId: string,
  [from, to]: [number, number],
): Promise<Message[]> {
  const messages: Message[] = [];
  for (let after = from - 1; after < to;) {
    const page = await store.listMessages(sessionId, { after, limit: Math.min(1_000, to - after) });
    const last = page.at(-1);
    if (!last) break;
    messages.push(...page.filter(({ number }) => number <= to));
    after = last.number;
  }
  return messages;
}

const isForgotten = ({ marks, metadata }: Message): boolean =>
  metadata['forgotten'] === true || marks.some(({ kind }) => kind === 'forgotten');

const valuesOf = <Value>(all: Read<Value>[]): Value[] =>
  all.flatMap((found) => ('value' in found ? [found.value] : []));

/** A section whose text is gone is empty, but still says what was considered for it. */
function toInputs(sections: KeptSection[], considered: KeptCandidates[]): SectionInput[] {
  const types = new Set(sections.map(({ type }) => type));
  const candidatesOf = new Map(considered.map(({ type, candidates }) => [type, candidates]));
  return [
    ...sections.map((section) => ({ ...toInput(section), candidates: candidatesOf.get(section.type) })),
    ...considered.filter(({ type }) => !types.has(type)).map((section) => ({ ...section, items: [] })),
  ];
}

/** A form of an item that is not stored counts with its tokens, so that the budget is divided as before. */
const toInput = ({ items, ...section }: KeptSection): SectionInput => ({
  ...section,
  items: items.map(({ id, text, state, tokens, shortTokens }) => ({
    ...(id !== null && { id }),
    text: state === 'whole' ? (text ?? '') : '',
    tokens,
    ...(shortTokens !== null && { short: state === 'short' ? (text ?? '') : '', shortTokens }),
  })),
});
