import { z } from 'zod';
import type { ContextMessage } from '../ports.ts';
import type { ContextBody, ContextText, ContextWithTexts } from '../store/contexts.ts';
import { storableText } from '../text/storable-text.ts';
import type { Context } from './assemble.ts';
import { canonicalJson, contextSchema, partHash } from './context-hash.ts';
import type { KeptMessage } from './kept-form.ts';
import { contextProfile, type ContextProfile } from './profile.ts';
import { candidate, contextSection, type Section } from './section.ts';
import { messageSections } from './split-conversation.ts';
import { parseStored } from '../store/call-function.ts';
import { parseJson } from '../text/read-json.ts';

/** A section in its stored form, as a text of its own, so that an unchanged section is stored once. */
const keptSection = contextSection
  .omit({ messages: true, leftOut: true, candidates: true })
  .extend({ zone: z.enum(['tools', 'stable', 'volatile']) });
export type KeptSection = z.output<typeof keptSection>;

/** The items considered for a section, stored apart from its text, so that reasons stay when the text is forgotten. */
const keptCandidates = keptSection
  .pick({ type: true, priority: true, zone: true, source: true })
  .extend({ candidates: candidate.array() });
export type KeptCandidates = z.output<typeof keptCandidates>;

/** The stored form of a message that the host made, or that has no number yet, as a text of its own. */
const keptMessage = z.object({
  message: z.discriminatedUnion('role', [
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
    z.object({
      role: z.literal('assistant'),
      content: z.string(),
      toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
    }),
    z.object({ role: z.literal('tool'), toolCallId: z.string(), content: z.string() }),
  ]),
  number: z.int().nullable(),
  tokens: z.int(),
  pinned: z.boolean(),
  /** Whether it is a message of the session that had no number yet. */
  isStored: z.boolean(),
});

export type Recorded = {
  body: Pick<
    ContextBody,
    'schema' | 'texts' | 'sections' | 'considered' | 'conversation' | 'pinned' | 'hidden' | 'messages'
  >;
  /** All texts of the context. */
  texts: ContextText[];
};

/** The stored form of a context: texts by their hash, and the conversation as ranges of message numbers. */
export function recordContext({ sections, conversation, input }: Context, sessionId: string): Recorded {
  const kept = sections.filter(
    (section): section is Section & KeptSection => !(section.type in messageSections),
  );
  const profile = toText(input.profile, []);
  const parts = kept.map((section) => toText(keptSection.parse(section), section.mentions));
  const considered = kept
    .filter(({ candidates }) => candidates.length > 0)
    .map((section) => toText(keptCandidates.parse(section), titled(section)));
  const own: ContextText[] = [];
  const ranges = conversation.reduce<ContextBody['conversation']>((found, one) => {
    const { number, stored, message } = one.sent;
    if (number === null || !stored) {
      own.push(toText(ownMessage(one), mentionsOf(one.sent, sessionId)));
      return [...found, parts.length + considered.length + own.length];
    }
    const last = found.at(-1);
    if (Array.isArray(last) && last[1] === number - 1 && message.role !== 'system') last[1] = number;
    else found.push([number, number]);
    return found;
  }, []);
  const texts = [profile, ...parts, ...considered, ...own];
  return {
    texts,
    body: {
      schema: contextSchema,
      texts: texts.map(({ hash }) => hash),
      sections: parts.length,
      considered: considered.length,
      conversation: ranges,
      pinned: conversation.flatMap(({ sent: { pinned, number } }) =>
        pinned && number !== null ? [number] : [],
      ),
      hidden: [...(input.hidden ?? [])],
      messages: sections
        .filter(({ type }) => type in messageSections)
        .map(({ type, tokens, offeredTokens, hash, leftOut }) => ({
          type,
          tokens,
          offeredTokens,
          hash,
          leftOut,
        })),
    },
  };
}

/** Titles are the only text that candidates contain. */
const titled = ({ candidates }: KeptCandidates): string[] =>
  candidates.filter(({ title }) => title !== undefined).map(({ id }) => id);

const ownMessage = ({
  sent: { number, tokens, pinned, stored },
  kept,
}: KeptMessage): z.input<typeof keptMessage> => ({
  message: kept,
  number,
  tokens,
  pinned,
  isStored: stored !== undefined,
});

/** A summary may mention anything in its session; a shortened message mentions itself. */
const mentionsOf = ({ number }: ContextMessage, sessionId: string): string[] => [
  number === null ? `summary/${sessionId}` : `${sessionId}/${number}`,
];

function toText(value: object, mentions: string[]): ContextText {
  const storable: unknown = JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? storableText(one) : one,
  );
  const content = canonicalJson(storable);
  return { hash: partHash(content), content, mentions };
}

/** Why a text of a context cannot be shown. */
export type Missing = 'forgotten' | 'removed';

export type Read<Value> = { value: Value } | { missing: Missing };

/** The texts of a stored context, parsed. */
export type ReadContext = {
  profile: Read<ContextProfile>;
  sections: Read<KeptSection>[];
  considered: Read<KeptCandidates>[];
  /** The messages that are stored as texts, by their place among these. */
  own: Map<number, Read<ContextMessage>>;
};

export function readContext({ body, texts }: ContextWithTexts): ReadContext {
  const read = <Schema extends z.ZodType>(schema: Schema, place: number): Read<z.output<Schema>> => {
    const text = texts[body.texts[place] ?? ''];
    if (typeof text !== 'string') return { missing: text === null ? 'forgotten' : 'removed' };
    return { value: parseStored(schema, parseJson(text), 'a text of the context') };
  };
  const places = body.texts.map((_, index) => index).slice(1);
  const withConsidered = body.sections + body.considered;
  return {
    profile: read(contextProfile, 0),
    sections: places.slice(0, body.sections).map((place) => read(keptSection, place)),
    considered: places.slice(body.sections, withConsidered).map((place) => read(keptCandidates, place)),
    own: new Map(places.slice(withConsidered).map((place) => [place, toMessage(read(keptMessage, place))])),
  };
}

function toMessage(found: Read<z.output<typeof keptMessage>>): Read<ContextMessage> {
  if ('missing' in found) return found;
  const { message, isStored, ...rest } = found.value;
  const restored =
    message.role === 'assistant' && message.toolCalls === undefined
      ? { role: message.role, content: message.content }
      : message.role === 'assistant'
        ? { role: message.role, content: message.content, toolCalls: message.toolCalls ?? [] }
        : message;
  return { value: { ...rest, message: restored, ...(isStored && { stored: restored }) } };
}
